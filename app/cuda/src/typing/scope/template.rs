//! Template arguments: given, found from the arguments of a call, or defaults.

use crate::error::{Cause, Error, Result, Span, error, fail};
use crate::syntax::{self, Function, Structure, TemplateParameter, TypeKind, TypeName};
use crate::typing::Typer;
use crate::typing::scope::binding::{Binding, Given};
use crate::typing::scope::order;
use crate::typing::tree::{FLOAT, Group, INT, Number, Ty};
use std::rc::Rc;

/// A specialisation of a structure, with its own template arguments.
type Special = (Rc<Structure>, Vec<(Rc<str>, Given)>);

/// A number that nothing says, such as the threads of a block.
const USUAL_NUMBER: i64 = 64;

fn missing_argument(argument: &str, name: &str, span: Span) -> Box<Error> {
    error(
        span,
        format!("the template argument `{argument}` of `{name}` is missing"),
    )
    .caused(Cause::TemplateArgument)
    .help(format!("write `{name}<…>`"))
}

impl Typer<'_> {
    /// Returns the specialisation of a function for these template arguments, or the function itself.
    pub(crate) fn specialised(&mut self, function: Rc<Function>, given: &[(Rc<str>, Given)]) -> Result<Rc<Function>> {
        if function.template.is_empty() {
            return Ok(function);
        }
        let file = self.file;
        let same = |special: &&Rc<Function>| {
            special.special.is_some()
                && special.name == function.name
                && special.body.is_some()
                && special.parameters.len() == function.parameters.len()
        };
        for special in file.functions.iter().filter(same) {
            let explicit = special.special.as_deref().unwrap_or_default();
            let wanted = self.with_given(&[], None, |typer| {
                let mut explicit = explicit.iter().map(|argument| typer.given(argument));
                let mut wanted: Vec<(Rc<str>, Option<Given>)> = Vec::new();
                for parameter in &function.template {
                    wanted.push((parameter.name().clone(), explicit.next().transpose()?));
                }
                // Arguments that are not written follow from the types of its parameters.
                for (general, parameter) in function.parameters.iter().zip(&special.parameters) {
                    let ty = typer.ty(&parameter.ty)?;
                    typer.deduce(&general.ty, &ty, &mut wanted);
                }
                Ok(wanted)
            })?;
            self.diagnostics.conflict = None;
            let is_it = |((_, wanted), (_, given)): (&(_, Option<Given>), &(_, Given))| {
                wanted.as_ref().is_none_or(|wanted| wanted.is(given))
            };
            if wanted.iter().zip(given).all(is_it) {
                return Ok(special.clone());
            }
        }
        Ok(function)
    }

    /// Returns the specialisation of a structure for these template arguments, with its own arguments.
    pub(crate) fn special_structure(&mut self, name: &str, all: &[(Rc<str>, Given)]) -> Result<Option<Special>> {
        let file = self.file;
        let specials = file.structures.iter();
        let specials = specials.filter(|other| *other.name == *name && other.special.is_some());
        let mut best: Option<Special> = None;
        for special in specials {
            let pattern = special.special.as_deref().unwrap_or_default();
            let mut deduced: Vec<(Rc<str>, Option<Given>)> = special
                .template
                .iter()
                .map(|parameter| (parameter.name().clone(), None))
                .collect();
            for (argument, (_, given)) in pattern.iter().zip(all) {
                self.deduce_argument(argument, given, &mut deduced);
            }
            self.diagnostics.conflict = None;
            let deduced: Option<Vec<(Rc<str>, Given)>> =
                deduced.into_iter().map(|(name, value)| Some((name, value?))).collect();
            let Some(deduced) = deduced else { continue };
            let wanted = self.with_given(&deduced, None, |typer| {
                let pattern = pattern.iter().map(|argument| typer.given(argument));
                pattern.collect::<Result<Vec<_>>>()
            })?;
            let is_it =
                wanted.len() == all.len() && wanted.iter().zip(all).all(|(wanted, (_, given))| wanted.is(given));
            let is_better = best.as_ref().is_none_or(|(best, _)| {
                let best = (best.template.as_slice(), best.special.as_deref().unwrap_or_default());
                order::covers_arguments(best, pattern)
            });
            if is_it && is_better {
                best = Some((special.clone(), deduced));
            }
        }
        Ok(best)
    }

    /// Finds template arguments by comparing a written argument with a known one.
    fn deduce_argument(
        &mut self,
        written: &syntax::Argument,
        given: &Given,
        slots: &mut Vec<(Rc<str>, Option<Given>)>,
    ) {
        match (written, given) {
            (syntax::Argument::Type(written), Given::Type(ty)) => self.deduce(written, ty, slots),
            (
                syntax::Argument::Type(TypeName {
                    kind: TypeKind::Named(name),
                    ..
                })
                | syntax::Argument::Value(syntax::Expr {
                    kind: syntax::ExprKind::Name(name),
                    ..
                }),
                given,
            ) => {
                if let Some((_, slot @ None)) = slots.iter_mut().find(|(slots, _)| *slots == name.text) {
                    *slot = Some(given.clone());
                }
            }
            _ => {}
        }
    }

    /// Gives the template arguments of a kernel that neither a launch nor a default says usual values, with a note.
    pub(crate) fn assume(
        &mut self,
        template: &[TemplateParameter],
        given: &mut [(Rc<str>, Option<Given>)],
        (kernel, place): (&str, Span),
    ) {
        for (parameter, (name, slot)) in template.iter().zip(given) {
            let (value, text) = match parameter {
                _ if slot.is_some() => continue,
                TemplateParameter::Type { default: None, .. } => {
                    let missing = missing_argument(name, kernel, place);
                    self.diagnostics.assumed_type.get_or_insert(*missing);
                    (Given::Type(FLOAT), "float".to_owned())
                }
                TemplateParameter::Value { default: None, ty, .. } => {
                    let is_truth = matches!(&ty.kind, TypeKind::Named(name) if &*name.text == "bool");
                    let number = if is_truth { 1 } else { USUAL_NUMBER };
                    let text = if is_truth {
                        "true".to_owned()
                    } else {
                        number.to_string()
                    };
                    (Given::Value(Number::Int(number), INT), text)
                }
                _ => continue,
            };
            *slot = Some(value);
            let message = format!("nothing says the template argument `{name}` of `{kernel}`: it is `{text}` here");
            self.note(place, &message);
        }
    }

    /// Returns all template arguments: the given ones, and defaults.
    pub(crate) fn complete(
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
                    let scalar = ty.scalar().unwrap_or(crate::typing::tree::Scalar::Int);
                    Given::Value(crate::typing::body::convert::number_as(value, scalar), ty)
                }
                (Some(value), _) => value,
                (
                    None,
                    TemplateParameter::Type {
                        default: Some(default), ..
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
                        crate::typing::body::convert::number_as(
                            Number::Int(value),
                            ty.scalar().unwrap_or(crate::typing::tree::Scalar::Int),
                        ),
                        ty,
                    ))
                })?,
                (None, _) => return Err(missing_argument(&slot, name, span)),
            };
            all.push((slot, value));
        }
        Ok(all)
    }

    /// Finds template arguments by comparing a written type with the type of an argument.
    pub(crate) fn deduce(&mut self, written: &TypeName, ty: &Ty, given: &mut Vec<(Rc<str>, Option<Given>)>) {
        match (&written.kind, ty) {
            (TypeKind::Reference(target), ty) => self.deduce(target, ty, given),
            (TypeKind::Pointer(target), Ty::Pointer(inner)) => self.deduce(target, inner, given),
            (TypeKind::Pointer(target), Ty::Array(inner, _)) => self.deduce(target, inner, given),
            (TypeKind::Array(target, length), Ty::Array(inner, count)) => {
                if let Some(syntax::Expr {
                    kind: syntax::ExprKind::Name(name),
                    ..
                }) = length.as_deref()
                    && let Some((_, slot @ None)) = given.iter_mut().find(|(other, _)| *other == name.text)
                {
                    *slot = Some(Given::Value(Number::Int(i64::from(*count)), INT));
                }
                self.deduce(target, inner, given);
            }
            (TypeKind::Array(target, None), Ty::Pointer(inner)) => self.deduce(target, inner, given),
            (TypeKind::Named(name), ty) => {
                if name.arguments.is_none() {
                    match given.iter_mut().find(|(other, _)| *other == name.text) {
                        Some((_, slot @ None)) => *slot = Some(Given::Type(ty.clone())),
                        Some((_, Some(Given::Type(first)))) if first != ty => {
                            self.diagnostics
                                .conflict
                                .get_or_insert((name.text.clone(), first.clone(), ty.clone()));
                        }
                        _ => {}
                    }
                    return;
                }
                let arguments = name.arguments.as_deref().unwrap_or_default();
                let values: Vec<Given> = match ty {
                    Ty::Group(Group::Tile(width)) => {
                        vec![Given::Value(Number::Int(i64::from(*width)), crate::typing::tree::UINT)]
                    }
                    Ty::Structure(index) => self.structure_given(*index),
                    _ => return,
                };
                for (argument, value) in arguments.iter().zip(values) {
                    self.deduce_argument(argument, &value, given);
                }
            }
            _ => {}
        }
    }

    /// Returns the value of a template argument.
    pub(crate) fn given(&mut self, argument: &syntax::Argument) -> Result<Given> {
        match argument {
            syntax::Argument::Type(ty) => Ok(Given::Type(self.ty(ty)?)),
            syntax::Argument::Value(value) => {
                // A name may be a type that the parser did not know.
                if let syntax::ExprKind::Name(name) = &value.kind
                    && let Some(Binding::Type(ty)) = self.frame.lookup(&name.text)
                {
                    return Ok(Given::Type(ty.clone()));
                }
                let (_, constant) = self.apart(|typer| typer.rvalue(value))?;
                match constant.value {
                    Some(number) => Ok(Given::Value(number, constant.ty)),
                    None => fail(value.span, "a template argument must be a constant"),
                }
            }
        }
    }
}
