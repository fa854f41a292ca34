//! Checks of a whole file: what is declared twice.

use crate::error::{Error, error};
use crate::syntax::{Argument, ExprKind, File, Function, TypeKind, TypeName};

/// Returns the errors of declarations that stand twice. In namespaces two may have one name.
pub(crate) fn check(file: &File) -> Vec<Error> {
    let mut errors = Vec::new();
    if !file.namespaces.is_empty() {
        return errors;
    }
    for (index, function) in file.functions.iter().enumerate() {
        let twice = file.functions[..index].iter().any(|other| {
            other.name == function.name
                && other.body.is_some()
                && function.body.is_some()
                && alike(other, function)
        });
        if twice {
            errors.push(*error(
                function.span,
                format!("the function `{}` is defined twice", function.name),
            ));
        }
    }
    for (index, structure) in file.structures.iter().enumerate() {
        let twice = file.structures[..index].iter().any(|other| {
            other.name == structure.name && other.special.is_none() && structure.special.is_none()
        });
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
            .all(|(a, b)| text(&a.ty).is_some() && text(&a.ty) == text(&b.ty))
}

/// Returns a type as a text; `None` if it has parts that are hard to compare.
fn text(ty: &TypeName) -> Option<String> {
    let constant = if ty.constant { "const " } else { "" };
    Some(match &ty.kind {
        TypeKind::Named(name) => {
            let mut whole = format!("{constant}{}", name.text);
            for argument in name.arguments.iter().flatten() {
                whole += match argument {
                    Argument::Type(ty) => text(ty)?,
                    Argument::Value(value) => match &value.kind {
                        ExprKind::Integer { value, .. } => value.to_string(),
                        ExprKind::Name(name) => name.text.to_string(),
                        _ => return None,
                    },
                }
                .as_str();
                whole.push(',');
            }
            whole
        }
        TypeKind::Auto => return None,
        TypeKind::Pointer(target) => format!("{constant}{}*", text(target)?),
        TypeKind::Reference(target) => format!("{constant}{}&", text(target)?),
        TypeKind::Array(element, _) => format!("{constant}{}*", text(element)?),
    })
}
