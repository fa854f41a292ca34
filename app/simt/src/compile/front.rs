//! Checks a text, and reads it with naga.
//!
//! The checker decides what is valid WGSL. Then naga reads the text; where it refuses a valid one, it reads the text that
//! the passes of [`wgsl::rewrite`] write. Three of naga's own checks are stricter than the language, too, and are answered
//! here: `Hidden` hides the shape of workgroups and the address space of pointer parameters, and layouts are the
//! checker's (wgpu issues 5555, 5158).

use super::declared;
use super::source;
use crate::program::KernelError;
use naga::valid::{Capabilities, ModuleInfo, ValidationError, ValidationFlags, Validator};
use naga::{AddressSpace, ArraySize, Handle, Module, Type, TypeInner};
use std::borrow::Cow;
use std::collections::HashMap;
use std::num::NonZeroU32;
use wgsl::{Checked, Effort, Places, Rewritten, Rule, Separation};

/// A text as naga has read it.
pub(super) struct Front {
    pub(super) module: Module,
    pub(super) info: ModuleInfo,
    /// Leads places of the text that naga has read to the reader's.
    pub(super) places: Places,
    /// The names that were given to values of the reader; `None` for values that the reader does not have.
    pub(super) names: HashMap<String, Option<String>>,
    pub(super) separations: Vec<Separation>,
}

/// Checks a text by the rules of the language.
pub(super) fn check(text: &str) -> Result<Checked<'_>, KernelError> {
    source::check(text)?;
    wgsl::check(text).map_err(|error| kernel_error(text, &error))
}

/// Checks a text whose overrides have values.
pub(super) fn check_with(
    text: &str,
    overrides: HashMap<String, f64>,
) -> Result<Checked<'_>, KernelError> {
    source::check(text)?;
    wgsl::check_with(text, overrides).map_err(|error| kernel_error(text, &error))
}

/// Returns the errors of a text, of which the first is known: after an unknown name the others follow.
pub fn with_other_names(text: &str, first: KernelError) -> Vec<KernelError> {
    let others = wgsl::unknown_names(text);
    let others = others.iter().map(|error| kernel_error(text, error));
    let others: Vec<KernelError> = others.collect();
    if !others.contains(&first) {
        return vec![first];
    }
    let rest = others.into_iter().filter(|error| *error != first);
    std::iter::once(first.clone()).chain(rest).collect()
}

/// Limit of the functions of a text: naga's time grows with their square.
const MAX_FUNCTIONS: usize = 4096;

/// Reads a text that was checked.
///
/// # Errors
/// Returns what naga does not take, although it is valid.
pub(super) fn read(checked: &Checked<'_>) -> Result<Front, KernelError> {
    if let Some(function) = checked.functions.get(MAX_FUNCTIONS) {
        let (_, span) = checked.tree.declarations[function.declaration as usize];
        let (line, column) = source::location(checked.text, span.start as usize);
        return Err(KernelError::Unsupported {
            feature: format!("a text with more than {MAX_FUNCTIONS} functions"),
            line,
            column,
        });
    }
    match read_with(checked, Effort::Least) {
        Ok(front) => Ok(front),
        Err(_) => read_with(checked, Effort::Full),
    }
}

/// Returns the text itself if naga takes it, or else one that does the same and that naga takes where the passes can
/// write it. A text that breaks a rule is returned as it is.
pub fn for_naga(text: &str) -> Cow<'_, str> {
    let taken = |text: &str| {
        naga::front::wgsl::parse_str(text).is_ok_and(|module| {
            Validator::new(ValidationFlags::all(), Capabilities::all())
                .validate(&module)
                .is_ok()
        })
    };
    if taken(text) {
        return Cow::Borrowed(text);
    }
    let Ok(checked) = wgsl::check(text) else {
        return Cow::Borrowed(text);
    };
    let written = [Effort::Least, Effort::Full]
        .into_iter()
        .filter_map(|effort| wgsl::rewrite(&checked, effort).ok())
        .map(|rewritten| rewritten.text);
    let mut last = None;
    for text in written {
        if taken(&text) {
            return Cow::Owned(text);
        }
        last = Some(text);
    }
    Cow::Owned(last.unwrap_or_else(|| text.to_owned()))
}

pub(super) fn kernel_error(text: &str, error: &wgsl::Error) -> KernelError {
    let (line, column) = source::location(text, error.span.start as usize);
    let message = error.message.clone();
    match error.rule {
        Rule::Syntax => KernelError::Parse {
            message,
            line,
            column,
        },
        Rule::Depth => KernelError::TooDeep {
            limit: 128,
            line,
            column,
        },
        Rule::Validation => KernelError::Validation {
            message,
            line,
            column,
        },
    }
}

fn read_with(checked: &Checked<'_>, effort: Effort) -> Result<Front, KernelError> {
    let text = checked.text;
    let Rewritten {
        text: new,
        places,
        names,
    } = wgsl::rewrite(checked, effort).map_err(|error| kernel_error(text, &error))?;
    // The checker takes the text, so what naga says is about naga.
    let unsupported = |message: String, range: Option<std::ops::Range<usize>>| {
        let start = range.map_or(0, |range| places.old(range).start);
        let (line, column) = source::location(text, start);
        KernelError::Unsupported {
            feature: format!("this yet: {message}"),
            line,
            column,
        }
    };
    let mut module = naga::front::wgsl::parse_str(&new).map_err(|error| {
        let range = error.labels().next().and_then(|(span, _)| span.to_range());
        unsupported(error.message().to_owned(), range)
    })?;
    let hidden = Hidden::hide(&mut module);
    let flags = ValidationFlags::all()
        - ValidationFlags::CONTROL_FLOW_UNIFORMITY
        - ValidationFlags::STRUCT_LAYOUTS;
    let flags = flags - hidden.unchecked();
    let info = Validator::new(flags, Capabilities::all())
        .validate(&module)
        .map_err(|error| {
            let declared = match error.as_inner() {
                ValidationError::Layouter(layout) => {
                    declared::declared_with(&module, layout.ty).to_range()
                }
                _ => None,
            };
            let range = error
                .spans()
                .next()
                .and_then(|(span, _)| span.to_range())
                .or(declared);
            let message = match error.as_inner() {
                ValidationError::Layouter(layout) => layout.inner.to_string(),
                other => chain(other),
            };
            unsupported(message, range)
        })?;
    hidden.restore(&mut module);
    Ok(Front {
        module,
        info,
        places,
        names: names.into_iter().collect(),
        separations: checked.separations.clone(),
    })
}

/// Parts of a module that naga's validator is too strict about, while it looks at others.
struct Hidden {
    shapes: Vec<[u32; 3]>,
    pointers: Vec<(Handle<naga::Function>, usize, Handle<Type>)>,
}

impl Hidden {
    fn hide(module: &mut Module) -> Self {
        // Subgroup built-ins are refused in workgroups of two and three dimensions (wgpu issue 5555).
        let shapes = module
            .entry_points
            .iter_mut()
            .map(|entry| {
                let shape = entry.workgroup_size;
                if shape[1] > 1 || shape[2] > 1 {
                    entry.workgroup_size = [1; 3];
                }
                shape
            })
            .collect();
        // Pointers to workgroup memory and buffers are refused as parameters (wgpu issue 5158).
        let mut pointers = Vec::new();
        let functions: Vec<Handle<naga::Function>> =
            module.functions.iter().map(|(handle, _)| handle).collect();
        for function in functions {
            for at in 0..module.functions[function].arguments.len() {
                let ty = module.functions[function].arguments[at].ty;
                let TypeInner::Pointer { base, space } = module.types[ty].inner else {
                    continue;
                };
                if matches!(space, AddressSpace::Function | AddressSpace::Private) {
                    continue;
                }
                let inner = TypeInner::Pointer {
                    base: sized(module, base),
                    space: AddressSpace::Function,
                };
                let replaced = module
                    .types
                    .insert(Type { name: None, inner }, naga::Span::UNDEFINED);
                module.functions[function].arguments[at].ty = replaced;
                pointers.push((function, at, ty));
            }
        }
        Hidden { shapes, pointers }
    }

    /// Returns the checks of naga that do not hold for the types shown in place of hidden ones.
    fn unchecked(&self) -> ValidationFlags {
        if self.pointers.is_empty() {
            ValidationFlags::empty()
        } else {
            ValidationFlags::BLOCKS | ValidationFlags::EXPRESSIONS
        }
    }

    fn restore(self, module: &mut Module) {
        for (entry, shape) in module.entry_points.iter_mut().zip(self.shapes) {
            entry.workgroup_size = shape;
        }
        for (function, at, ty) in self.pointers {
            module.functions[function].arguments[at].ty = ty;
        }
    }
}

/// Returns the type with an array of one element in place of a runtime-sized one, which only buffers may hold.
fn sized(module: &mut Module, ty: Handle<Type>) -> Handle<Type> {
    let mut inner = module.types[ty].inner.clone();
    match &mut inner {
        TypeInner::Array { size, .. } if *size == ArraySize::Dynamic => {
            *size = ArraySize::Constant(NonZeroU32::MIN);
        }
        TypeInner::Struct { members, .. } => {
            let Some(last) = members.last_mut() else {
                return ty;
            };
            last.ty = sized(module, last.ty);
        }
        _ => return ty,
    }
    let name = module.types[ty].name.clone();
    module
        .types
        .insert(Type { name, inner }, naga::Span::UNDEFINED)
}

/// Formats an error with its causes, outermost first.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text = format!("{text}: {inner}");
        cause = inner.source();
    }
    text
}
