//! The partial order of templates: of two that fit, C++ takes the more specialised one.

use crate::syntax::{Argument, Function, TemplateParameter, TypeKind, TypeName};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The texts that a general template's parameters stand for.
type Bound = BTreeMap<Rc<str>, String>;

/// Returns true if every call that the special function takes is one that the general function takes.
pub(crate) fn covers(general: &Function, special: &Function) -> bool {
    let mut bound = Bound::new();
    let mut pairs = general.parameters.iter().zip(&special.parameters);
    pairs.all(|(one, other)| {
        let (one, other) = (without_reference(&one.ty), without_reference(&other.ty));
        unify(&general.template, one, other, &mut bound)
    })
}

/// Returns true if the arguments of one specialisation are among those that the general one stands for.
pub(crate) fn covers_arguments((template, general): (&[TemplateParameter], &[Argument]), special: &[Argument]) -> bool {
    let mut bound = Bound::new();
    let mut pairs = general.iter().zip(special);
    pairs.all(|(one, other)| unify_arguments(template, one, other, &mut bound))
}

fn without_reference(ty: &TypeName) -> &TypeName {
    match &ty.kind {
        TypeKind::Reference(target) => target,
        _ => ty,
    }
}

fn unify(template: &[TemplateParameter], general: &TypeName, special: &TypeName, bound: &mut Bound) -> bool {
    match (&general.kind, &special.kind) {
        (TypeKind::Named(name), _) if name.arguments.is_none() && is_parameter(template, &name.text) => {
            // `T` stands for `U` in `const T` and `const U`.
            let rest = TypeName {
                constant: special.constant && !general.constant,
                ..special.clone()
            };
            bind(&name.text, rest.text(), bound)
        }
        (TypeKind::Named(one), TypeKind::Named(other)) => {
            let one_arguments = one.arguments.as_deref().unwrap_or_default();
            let other_arguments = other.arguments.as_deref().unwrap_or_default();
            let mut pairs = one_arguments.iter().zip(other_arguments);
            one.text == other.text
                && one_arguments.len() == other_arguments.len()
                && pairs.all(|(one, other)| unify_arguments(template, one, other, bound))
        }
        (TypeKind::Pointer(one) | TypeKind::Array(one, _), TypeKind::Pointer(other) | TypeKind::Array(other, _)) => {
            (!one.constant || other.constant) && unify(template, one, other, bound)
        }
        (TypeKind::Reference(one), TypeKind::Reference(other)) => unify(template, one, other, bound),
        _ => false,
    }
}

fn unify_arguments(template: &[TemplateParameter], general: &Argument, special: &Argument, bound: &mut Bound) -> bool {
    match (general, special) {
        (Argument::Type(one), Argument::Type(other)) => unify(template, one, other, bound),
        (general, special) => match general.text() {
            Some(name) if is_parameter(template, &name) => bind(&name.into(), special.text(), bound),
            text => text.is_some() && text == special.text(),
        },
    }
}

fn bind(name: &Rc<str>, text: Option<String>, bound: &mut Bound) -> bool {
    let Some(text) = text else { return false };
    *bound.entry(name.clone()).or_insert_with(|| text.clone()) == text
}

fn is_parameter(template: &[TemplateParameter], name: &str) -> bool {
    template.iter().any(|parameter| **parameter.name() == *name)
}
