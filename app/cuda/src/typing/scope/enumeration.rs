//! Enumerations: their values are integers, and overloads tell them from integers.

use crate::syntax::{Expr, ExprKind, Function, Name, TemplateParameter, TypeKind, TypeName};
use crate::typing::Typer;
use crate::typing::scope::binding::Binding;
use crate::typing::tree::{self, VariableId};
use std::rc::Rc;

/// The loss of a promotion to `int`, as overloads count it.
const PROMOTED: u32 = 4;

/// The loss of an argument that C++ does not convert to an enumeration.
const FOREIGN: u32 = 32;

impl Typer<'_> {
    /// Notes the enumeration that a variable's written type names.
    pub(crate) fn note_enumeration(&mut self, variable: VariableId, written: &TypeName) {
        if let Some(enumeration) = self.enumeration_of_type(written) {
            self.objects.enumerated.insert(variable, enumeration);
        }
    }

    /// Notes the enumeration that the written type of a known number names.
    pub(crate) fn note_known(&mut self, name: &Rc<str>, written: &TypeName) {
        if let Some(enumeration) = self.enumeration_of_type(written) {
            self.frame.enumerated.insert(name.clone(), enumeration);
        }
    }

    /// Notes the enumerations of a template's numbers.
    pub(crate) fn note_template(&mut self, template: &[TemplateParameter]) {
        for parameter in template {
            if let TemplateParameter::Value { name, ty, .. } = parameter {
                self.note_known(name, ty);
            }
        }
    }

    /// Returns the loss of the arguments that are enumerations, or that meet parameters which are.
    pub(crate) fn enumeration_distance(&self, function: &Function, written: &[Expr]) -> u32 {
        let pairs = function.parameters.iter().zip(written);
        pairs
            .map(|(parameter, argument)| {
                let wanted = self.enumeration_of_type(&parameter.ty);
                match (wanted, self.enumeration_of(argument)) {
                    (Some(wanted), given) if given.as_ref() == Some(&wanted) => 0,
                    (Some(_), _) => FOREIGN,
                    (None, Some(_)) if is_built_in(&parameter.ty) => PROMOTED,
                    (None, _) => 0,
                }
            })
            .sum()
    }

    fn enumeration_of_type(&self, written: &TypeName) -> Option<Rc<str>> {
        match &written.kind {
            TypeKind::Named(name) => {
                let mut names = self.file.enumerations.iter();
                names.find_map(|(other, _)| other.clone().filter(|other| **other == *name.text))
            }
            TypeKind::Reference(target) => self.enumeration_of_type(target),
            _ => None,
        }
    }

    fn enumeration_of(&self, written: &Expr) -> Option<Rc<str>> {
        match &written.kind {
            ExprKind::Name(name) => self.enumeration_of_name(name),
            ExprKind::Cast(ty, _) | ExprKind::Construct(ty, _) => self.enumeration_of_type(ty),
            ExprKind::Conditional(_, yes, no) => {
                let enumeration = self.enumeration_of(yes)?;
                (self.enumeration_of(no).as_ref() == Some(&enumeration)).then_some(enumeration)
            }
            ExprKind::Comma(_, right) => self.enumeration_of(right),
            ExprKind::Call(callee, _) => {
                let ExprKind::Name(name) = &callee.kind else {
                    return None;
                };
                let mut functions = self.file.functions.iter();
                let function = functions.find(|function| *function.name == *name.text)?;
                self.enumeration_of_type(&function.returns)
            }
            _ => None,
        }
    }

    fn enumeration_of_name(&self, name: &Name) -> Option<Rc<str>> {
        if let (Some(binding), None) = (self.frame.lookup(&name.text), &name.scope) {
            let variable = match binding {
                Binding::Variable(variable) => *variable,
                Binding::Constant(value) => match &value.kind {
                    tree::ExprKind::Variable(variable) => *variable,
                    _ => return self.frame.enumerated.get(&name.text).cloned(),
                },
                _ => return None,
            };
            return self.objects.enumerated.get(&variable).cloned();
        }
        let mut all = self.file.enumerations.iter();
        let enumeration = all.find(|(enumeration, values)| {
            let scope = name.scope.as_ref();
            scope.is_none_or(|scope| enumeration.as_deref() == Some(&*scope.text))
                && values.iter().any(|value| *value.name == *name.text)
        });
        enumeration.and_then(|(enumeration, _)| enumeration.clone())
    }
}

fn is_built_in(written: &TypeName) -> bool {
    match &written.kind {
        TypeKind::Named(name) => crate::typing::scope::types::built_in(&name.text).is_some(),
        TypeKind::Reference(target) => is_built_in(target),
        _ => false,
    }
}
