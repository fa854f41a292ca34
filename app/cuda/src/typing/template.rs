//! Template arguments: given, found from the arguments of a call, or defaults.

use super::Typer;
use super::binding::{Binding, Given};
use super::tree::{Group, INT, Number, Ty};
use crate::error::{Cause, Result, Span, error, fail};
use crate::syntax::{self, Function, TemplateParameter, TypeKind, TypeName};
use std::rc::Rc;

impl Typer<'_> {
    /// Returns the specialisation of a function for these template arguments, or the function itself.
    pub(super) fn specialised(
        &mut self,
        function: Rc<Function>,
        given: &[(Rc<str>, Given)],
    ) -> Result<Rc<Function>> {
        if function.template.is_empty() {
            return Ok(function);
        }
        let file = self.file;
        let same = |found: &&Rc<Function>| {
            found.special.is_some()
                && found.name == function.name
                && found.body.is_some()
                && found.parameters.len() == function.parameters.len()
        };
        for found in file.functions.iter().filter(same) {
            let arguments = found.special.as_deref().unwrap_or_default();
            let wanted = self.with_given(&[], None, |typer| {
                arguments
                    .iter()
                    .map(|argument| typer.given(argument))
                    .collect::<Result<Vec<_>>>()
            })?;
            let matches =
                wanted
                    .iter()
                    .zip(given)
                    .all(|(wanted, (_, given))| match (wanted, given) {
                        (Given::Value(a, _), Given::Value(b, _)) => a == b,
                        (wanted, given) => wanted == given,
                    });
            if matches && wanted.len() <= given.len() {
                return Ok(found.clone());
            }
        }
        Ok(function)
    }

    /// Returns all template arguments: the given ones, and defaults.
    pub(super) fn complete(
        &mut self,
        template: &[TemplateParameter],
        given: Vec<(Rc<str>, Option<Given>)>,
        structure: Option<usize>,
        name: &str,
        span: Span,
    ) -> Result<Vec<(Rc<str>, Given)>> {
        let mut all: Vec<(Rc<str>, Given)> = Vec::new();
        for (parameter, (slot, value)) in template.iter().zip(given) {
            let value = match (value, parameter) {
                (Some(Given::Value(value, _)), TemplateParameter::Value { ty, .. }) => {
                    let ty = self.with_given(&all, structure, |typer| typer.ty(ty))?;
                    let scalar = ty.scalar().unwrap_or(super::tree::Scalar::Int);
                    Given::Value(super::convert::number_as(value, scalar), ty)
                }
                (Some(value), _) => value,
                (
                    None,
                    TemplateParameter::Type {
                        default: Some(default),
                        ..
                    },
                ) => Given::Type(self.with_given(&all, structure, |typer| typer.ty(default))?),
                (
                    None,
                    TemplateParameter::Value {
                        default: Some(default),
                        ty,
                        ..
                    },
                ) => self.with_given(&all, structure, |typer| {
                    let ty = typer.ty(ty)?;
                    let value = typer.constant(default)?;
                    Ok(Given::Value(
                        super::convert::number_as(
                            Number::Int(value),
                            ty.scalar().unwrap_or(super::tree::Scalar::Int),
                        ),
                        ty,
                    ))
                })?,
                (None, _) => {
                    return Err(error(
                        span,
                        format!("the template argument `{slot}` of `{name}` is missing"),
                    )
                    .caused(Cause::TemplateArgument)
                    .help(format!("write `{name}<…>`")));
                }
            };
            all.push((slot, value));
        }
        Ok(all)
    }

    /// Finds template arguments by comparing a written type with the type of an argument.
    pub(super) fn deduce(
        &mut self,
        written: &TypeName,
        ty: &Ty,
        given: &mut Vec<(Rc<str>, Option<Given>)>,
    ) {
        match (&written.kind, ty) {
            (TypeKind::Reference(target), ty) => self.deduce(target, ty, given),
            (TypeKind::Pointer(target), Ty::Pointer(inner)) => self.deduce(target, inner, given),
            (TypeKind::Pointer(target), Ty::Array(inner, _)) => self.deduce(target, inner, given),
            (TypeKind::Array(target, length), Ty::Array(inner, count)) => {
                if let Some(syntax::Expr {
                    kind: syntax::ExprKind::Name(name),
                    ..
                }) = length.as_deref()
                    && let Some((_, slot @ None)) =
                        given.iter_mut().find(|(found, _)| *found == name.text)
                {
                    *slot = Some(Given::Value(Number::Int(i64::from(*count)), INT));
                }
                self.deduce(target, inner, given);
            }
            (TypeKind::Array(target, None), Ty::Pointer(inner)) => {
                self.deduce(target, inner, given)
            }
            (TypeKind::Named(name), ty) => {
                if name.arguments.is_none() {
                    match given.iter_mut().find(|(found, _)| *found == name.text) {
                        Some((_, slot @ None)) => *slot = Some(Given::Type(ty.clone())),
                        Some((_, Some(Given::Type(first)))) if first != ty => {
                            self.conflict.get_or_insert((
                                name.text.clone(),
                                first.clone(),
                                ty.clone(),
                            ));
                        }
                        _ => {}
                    }
                    return;
                }
                let arguments = name.arguments.as_deref().unwrap_or_default();
                let found: Vec<Given> = match ty {
                    Ty::Group(Group::Tile(width)) => vec![Given::Value(
                        Number::Int(i64::from(*width)),
                        super::tree::UINT,
                    )],
                    Ty::Structure(index) => self.structure_given(*index),
                    _ => return,
                };
                for (argument, value) in arguments.iter().zip(found) {
                    let name = match argument {
                        syntax::Argument::Type(TypeName {
                            kind: TypeKind::Named(name),
                            ..
                        })
                        | syntax::Argument::Value(syntax::Expr {
                            kind: syntax::ExprKind::Name(name),
                            ..
                        }) => name,
                        _ => continue,
                    };
                    if let Some((_, slot @ None)) =
                        given.iter_mut().find(|(found, _)| *found == name.text)
                    {
                        *slot = Some(value);
                    }
                }
            }
            _ => {}
        }
    }

    /// Returns the value of a template argument.
    pub(super) fn given(&mut self, argument: &syntax::Argument) -> Result<Given> {
        match argument {
            syntax::Argument::Type(ty) => Ok(Given::Type(self.ty(ty)?)),
            syntax::Argument::Value(value) => {
                // A name may be a type that the parser did not know.
                if let syntax::ExprKind::Name(name) = &value.kind
                    && let Some(Binding::Type(ty)) = self.frame.lookup(&name.text)
                {
                    return Ok(Given::Type(ty.clone()));
                }
                let (_, found) = self.apart(|typer| typer.rvalue(value))?;
                match found.value {
                    Some(known) => Ok(Given::Value(known, found.ty)),
                    None => fail(value.span, "a template argument must be a constant"),
                }
            }
        }
    }
}
