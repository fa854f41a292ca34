//! The options of a translation, and the facts that the launches of its text give about a kernel.

use crate::error::Error;
use crate::lex::lex;
use crate::parse::{self, Known};
use crate::syntax::{Argument, File, Function};
use crate::typing::{self, Double, Launch, LongLong, Options, Pointed};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The options of a translation.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Texts of included files, by name.
    pub files: BTreeMap<String, String>,
    pub double: Double,
    pub long_long: LongLong,
    /// The kernel; without it the first that is launched, or else the first of the text that can be translated.
    pub kernel: Option<String>,
    /// The kernel's template arguments, as CUDA writes them; without them those of its first launch.
    pub template: Vec<String>,
    /// For a parameter's name, that of the parameter whose buffer it shares.
    pub alias: BTreeMap<String, String>,
    /// The parameters that have a buffer of their own, whatever the text's launch passes.
    pub buffers: Vec<String>,
}

/// Returns what the launches say about a kernel's pointers.
pub(super) fn options(kernel: &Function, request: &Request, launches: &[Launch], missing: &[String]) -> Options {
    let asked = request.kernel.as_deref() == Some(&*kernel.name);
    let template: &[String] = if asked { &request.template } else { &[] };
    let mut options = Options {
        double: request.double,
        long_long: request.long_long,
        missing: missing.to_vec(),
        alias: request.alias.clone(),
        ..Options::default()
    };
    let names: Vec<String> = kernel
        .parameters
        .iter()
        .map(|parameter| parameter.name.to_string())
        .collect();
    let apart = |name: &String| request.buffers.contains(name);
    if let Some(launch) = followed(kernel, template, launches) {
        options.launch = Some(launch.span);
        options.has_unknown_arguments = launch.template.len() < launch.template_text.len();
        let pointers = names.iter().zip(&launch.arguments);
        let pointers: Vec<(&String, &Pointed)> = pointers
            .filter_map(|(name, passed)| Some((name, passed.pointer.as_ref()?)))
            .collect();
        for (index, (name, pointer)) in pointers.iter().enumerate() {
            if **pointer == Pointed::Null && !apart(name) && !request.alias.contains_key(*name) {
                options.null.push((*name).clone());
            }
            let first = pointers[..index]
                .iter()
                .find(|(_, first)| pointer.root().is_some() && first.root() == pointer.root());
            let Some((first, _)) = first else { continue };
            let given = request.alias.contains_key(*name) || request.alias.contains_key(*first);
            if given || apart(name) && apart(first) {
                continue;
            }
            // The one whose buffer is given keeps its name.
            let (from, to) = if apart(name) { (first, name) } else { (name, first) };
            options.alias.insert((*from).clone(), (*to).clone());
        }
    }
    // An argument that no launch gives has its default.
    let given = followed(kernel, template, launches).map_or(0, |launch| launch.arguments.len());
    let defaults = kernel.parameters.iter().skip(given);
    let defaults = defaults.filter(|parameter| parameter.is_null_by_default());
    let names = defaults.map(|parameter| parameter.name.to_string());
    let kept = |name: &String| apart(name) || request.alias.contains_key(name);
    options.null.extend(names.filter(|name| !kept(name)));
    options.inside = inside(kernel, launches);
    options
}

/// Returns the launch that a translation of a kernel follows.
fn followed<'l>(kernel: &Function, template: &[String], launches: &'l [Launch]) -> Option<&'l Launch> {
    let mut of_kernel = launches.iter().filter(|launch| launch.kernel == kernel.name);
    let same = of_kernel
        .clone()
        .find(|launch| template.is_empty() || launch.template_text == *template);
    same.or_else(|| of_kernel.next())
}

/// Returns the pointers for which a launch passes a place inside of their buffer.
pub(super) fn inside(kernel: &Function, launches: &[Launch]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for launch in launches.iter().filter(|launch| launch.kernel == kernel.name) {
        for (parameter, passed) in kernel.parameters.iter().zip(&launch.arguments) {
            let name = parameter.name.to_string();
            if matches!(passed.pointer, Some(Pointed::Inside(_))) && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// Returns the template arguments of a kernel: those that are asked for, or those of its first launch.
pub(super) fn arguments(
    kernel: &Rc<Function>,
    asked: bool,
    request: &Request,
    launches: &typing::Launches,
    file: &File,
    names: &Known,
) -> Result<Vec<Argument>, Error> {
    if asked && !request.template.is_empty() && !kernel.template.is_empty() {
        return request
            .template
            .iter()
            .map(|text| {
                let mut tokens = lex(text);
                tokens.iter_mut().for_each(|token| token.span = kernel.span);
                parse::argument(&tokens, names).map_err(|error| *error)
            })
            .collect();
    }
    let launch = launches
        .iter()
        .find(|launch| launch.kernel == kernel.name && launch.template.len() == launch.template_text.len());
    // Without a launch, an instance that the text asks for.
    let asked = || {
        let mut instances = file.instances.iter();
        let instance = instances.find(|(name, _)| *name == kernel.name);
        instance.map_or(Vec::new(), |(_, arguments)| arguments.clone())
    };
    Ok(launch.map_or_else(asked, |launch| launch.template.clone()))
}

/// Returns the texts of a kernel's template arguments: those that are asked for, or those of its first launch.
pub(super) fn arguments_text(kernel: &Rc<Function>, request: &Request, launches: &typing::Launches) -> Vec<String> {
    if !request.template.is_empty() {
        return request.template.clone();
    }
    let launch = launches.iter().find(|launch| launch.kernel == kernel.name);
    launch.map_or(Vec::new(), |launch| launch.template_text.clone())
}
