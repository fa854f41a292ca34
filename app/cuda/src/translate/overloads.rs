//! Tells kernels of one name apart by their parameters, so that each launch has its own.

use crate::syntax::{File, Function};
use crate::typing::{Launch, type_text};
use std::rc::Rc;

/// Adds the types of the parameters to the names of kernels that share one: `put(float *, int)`.
pub(super) fn name_apart(file: &mut File) {
    let plain = |function: &Function| function.kernel && function.template.is_empty() && function.special.is_none();
    let named: Vec<Option<Rc<str>>> = file
        .functions
        .iter()
        .map(|function| {
            let shares =
                |other: &Rc<Function>| plain(other) && other.name == function.name && types(other) != types(function);
            let is_shared = plain(function) && file.functions.iter().any(shares);
            is_shared.then(|| format!("{}({})", function.name, types(function)).into())
        })
        .collect();
    for (function, name) in file.functions.iter_mut().zip(named) {
        if let Some(name) = name {
            Rc::make_mut(function).name = name;
        }
    }
}

/// Returns true if a kernel's whole name is this one with the types of its parameters.
fn is_overload(whole: &str, name: &str) -> bool {
    let rest = whole.strip_prefix(name);
    rest.is_some_and(|rest| rest.starts_with('('))
}

/// Returns the kernel that a request names: by its whole name, or the first launched of those that share it.
pub(super) fn named(name: &str, kernels: &[Rc<Function>], launches: &[Launch]) -> String {
    let mut launched = launches.iter().map(|launch| &launch.kernel);
    let mut all = kernels.iter().map(|kernel| &kernel.name);
    if kernels.iter().any(|kernel| *kernel.name == *name) {
        return name.to_owned();
    }
    let overload = launched.find(|whole| is_overload(whole, name));
    let overload = overload.or_else(|| all.find(|whole| is_overload(whole, name)));
    overload.map_or_else(|| name.to_owned(), |whole| whole.to_string())
}

/// Gives a launch the kernel of its name that takes its arguments.
pub(super) fn choose(launch: &mut Launch, kernels: &[Rc<Function>]) {
    let of_name = kernels
        .iter()
        .filter(|kernel| is_overload(&kernel.name, &launch.kernel));
    let count = launch.arguments.len();
    let takes = |kernel: &&Rc<Function>| {
        let needed = kernel.parameters.iter();
        let needed = needed.filter(|parameter| parameter.default.is_none());
        (needed.count()..=kernel.parameters.len()).contains(&count)
    };
    let same_types = |kernel: &&Rc<Function>| {
        let pairs = kernel.parameters.iter().zip(&launch.arguments);
        let same = pairs.filter(|(parameter, passed)| {
            let passed = passed.ty.as_ref();
            passed.is_some_and(|passed| type_text(passed) == type_text(&parameter.ty))
        });
        same.count()
    };
    let fit: Vec<&Rc<Function>> = of_name.filter(takes).collect();
    // The first of those with most arguments of their own types.
    let best = fit.into_iter().rev().max_by_key(|kernel| same_types(kernel));
    if let Some(best) = best {
        launch.kernel.clone_from(&best.name);
    }
}

fn types(function: &Function) -> String {
    let texts = function.parameters.iter().map(|parameter| type_text(&parameter.ty));
    texts.collect::<Vec<_>>().join(", ")
}
