//! Checks of a whole file: what is declared twice.

use crate::error::{Error, error};
use crate::syntax::{File, Function};

/// Returns the errors of declarations that stand twice. In namespaces two may have one name.
pub(crate) fn check(file: &File) -> Vec<Error> {
    let mut errors = Vec::new();
    if !file.namespaces.is_empty() {
        return errors;
    }
    for (index, function) in file.functions.iter().enumerate() {
        let twice = file.functions[..index].iter().any(|other| {
            other.name == function.name && other.body.is_some() && function.body.is_some() && alike(other, function)
        });
        if twice {
            errors.push(*error(
                function.span,
                format!("the function `{}` is defined twice", function.name),
            ));
        }
    }
    for (index, structure) in file.structures.iter().enumerate() {
        let twice = file.structures[..index]
            .iter()
            .any(|other| other.name == structure.name && other.special.is_none() && structure.special.is_none());
        if twice && !structure.name.is_empty() {
            errors.push(*error(
                structure.span,
                format!("the structure `{}` is defined twice", structure.name),
            ));
        }
    }
    errors
}

/// Returns true if two functions have the same template and the same types of parameters.
fn alike(a: &Function, b: &Function) -> bool {
    let plain = a.special.is_none() && b.special.is_none();
    plain
        && a.template.is_empty()
        && b.template.is_empty()
        && a.parameters.len() == b.parameters.len()
        && a.parameters
            .iter()
            .zip(&b.parameters)
            .all(|(a, b)| a.ty.text().is_some() && a.ty.text() == b.ty.text())
}
