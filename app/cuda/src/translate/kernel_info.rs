//! The kernels of a text: their parameters, their instances, and the errors for which they are refused.

use super::Text;
use super::options::{Request, arguments, inside, options};
use crate::error::{Error, Lines};
use crate::syntax::{Argument, File, Function, TypeKind};
use crate::typing::{self, Options};
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    Pointer,
    Scalar,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    pub name: String,
    pub kind: ParameterKind,
    /// The type of the scalar or of the pointer's elements, as CUDA writes it.
    pub ty: String,
    /// True if a launch of the text passes a place inside of the buffer: the index of its element is an argument with the
    /// name of the pointer.
    pub inside: bool,
}

#[derive(Clone, Debug)]
pub struct KernelInfo {
    pub name: String,
    pub line: u32,
    pub parameters: Vec<Parameter>,
    /// The names of its template parameters.
    pub template: Vec<String>,
    /// The template arguments of its launches.
    pub instances: Vec<Vec<String>>,
    /// The first error, if it cannot be translated.
    pub refused: Option<Error>,
}

/// Lists the kernels of a text, each with the error for which it cannot be translated. A template that no launch gives its
/// arguments is refused for want of them, so that a text of such templates has no translation, but kernels.
pub fn kernels(source: &str, request: &Request) -> Vec<KernelInfo> {
    let Ok(text) = Text::read(source, &request.files) else {
        return Vec::new();
    };
    let names = text.file.known();
    let kernels = text.kernels.iter();
    kernels
        .map(|kernel| {
            let mut info = info(kernel, &text.launches, &text.places);
            let options = options(kernel, request, &text.launches, &text.read.missing);
            let refused = match arguments(kernel, false, request, &text.launches, &text.file, &names) {
                Ok(arguments) => typed(&text.file, kernel, &arguments, &options)
                    .err()
                    .and_then(|errors| errors.first().cloned()),
                Err(error) => Some(error),
            };
            info.refused = refused.map(|mut error| {
                text.places.place(&mut error);
                error
            });
            info
        })
        .collect()
}

pub(super) fn info(kernel: &Rc<Function>, launches: &typing::Launches, places: &Lines) -> KernelInfo {
    let mut instances: Vec<Vec<String>> = Vec::new();
    for launch in launches
        .iter()
        .filter(|launch| launch.kernel == kernel.name && !launch.template_text.is_empty())
    {
        if !instances.contains(&launch.template_text) {
            instances.push(launch.template_text.clone());
        }
    }
    let inside = inside(kernel, launches);
    KernelInfo {
        name: kernel.name.to_string(),
        line: places.line(kernel.span.start),
        parameters: kernel
            .parameters
            .iter()
            .map(|parameter| {
                let (kind, ty) = written(&parameter.ty);
                let name = parameter.name.to_string();
                Parameter {
                    inside: inside.contains(&name),
                    name,
                    kind,
                    ty,
                }
            })
            .collect(),
        template: kernel
            .template
            .iter()
            .map(|parameter| parameter.name().to_string())
            .collect(),
        instances,
        refused: None,
    }
}

fn written(ty: &crate::syntax::TypeName) -> (ParameterKind, String) {
    match &ty.kind {
        TypeKind::Pointer(target) | TypeKind::Array(target, _) => (ParameterKind::Pointer, written(target).1),
        TypeKind::Reference(target) => written(target),
        TypeKind::Named(name) => (ParameterKind::Scalar, name.text.to_string()),
        TypeKind::Auto => (ParameterKind::Scalar, "auto".to_owned()),
    }
}

/// Types a kernel. If it asks for a buffer that the launch does not pass, it has the buffer: another launch may pass it.
pub(super) fn typed(
    file: &File,
    kernel: &Rc<Function>,
    arguments: &[Argument],
    options: &Options,
) -> Result<typing::Typed, Vec<Error>> {
    let first = typing::kernel(file, kernel, arguments, options);
    if first.is_ok() || options.null.is_empty() {
        return first;
    }
    let passed = Options {
        null: Vec::new(),
        ..options.clone()
    };
    typing::kernel(file, kernel, arguments, &passed).or(first)
}
