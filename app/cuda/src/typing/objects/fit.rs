//! Measures how well a function fits the arguments of a call.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, TemplateParameter, TypeKind, TypeName};
use crate::typing::Typer;
use crate::typing::body::call::{CONVERSION, Candidate};
use crate::typing::body::value::Value;
use crate::typing::scope::binding::Given;
use crate::typing::tree::{ExprKind, Ty};
use std::rc::Rc;

/// The changes that an argument allows a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Constness {
    /// A value, which is no variable.
    Value,
    /// A variable, or a pointer to what may change.
    Changes,
    /// A pointer to `const`.
    Constant,
}

/// The result of a comparison of a function with the arguments of a call.
pub(crate) struct Fit {
    pub distance: u32,
    /// The template arguments.
    pub given: Vec<(Rc<str>, Given)>,
    /// The types of the parameters.
    pub parameters: Vec<Ty>,
}

impl Typer<'_> {
    /// Returns how well a candidate fits the arguments of a call.
    pub(crate) fn fit(
        &mut self,
        candidate: &Candidate,
        explicit: &[Given],
        types: &[Option<Ty>],
        span: Span,
    ) -> Result<Fit> {
        let function = &candidate.function;
        let least = function
            .parameters
            .iter()
            .filter(|parameter| parameter.default.is_none())
            .count();
        if types.len() < least || types.len() > function.parameters.len() {
            let name = if function.name.starts_with("operator") || function.name.is_empty() {
                "the function"
            } else {
                &*function.name
            };
            return fail(
                span,
                format!(
                    "`{name}` takes {} arguments, and {} are given",
                    function.parameters.len(),
                    types.len()
                ),
            );
        }
        let mut given = explicit_arguments(function, explicit, span)?;
        self.diagnostics.conflict = None;
        for (parameter, ty) in function.parameters.iter().zip(types) {
            if let Some(ty) = ty {
                self.deduce(&parameter.ty, ty, &mut given);
            }
        }
        if let (Some((parameter, first, second)), true) = (self.diagnostics.conflict.take(), explicit.is_empty())
            && first.scalar().is_some()
            && second.scalar().is_some()
        {
            let name = &function.name;
            return Err(error(
                span,
                format!(
                    "`{parameter}` of `{name}` would be `{}` and `{}`: both arguments must have one type",
                    self.type_name(&first),
                    self.type_name(&second)
                ),
            )
            .help(format!(
                "cast one of them, or write `{name}<{}>`",
                self.type_name(&second)
            )));
        }
        let given = self.complete(&function.template, given, candidate.structure, &function.name, span)?;
        let parameters = self.parameter_types(function, &given, candidate.structure)?;
        let distance =
            u32::from(!function.template.is_empty()) + self.arguments_distance(function, &parameters, types, span)?;
        Ok(Fit {
            distance,
            given,
            parameters,
        })
    }

    fn parameter_types(
        &mut self,
        function: &syntax::Function,
        given: &[(Rc<str>, Given)],
        structure: Option<usize>,
    ) -> Result<Vec<Ty>> {
        self.with_given(given, structure, |typer| {
            let parameters = function.parameters.iter();
            parameters
                .map(|parameter| match &parameter.ty.kind {
                    TypeKind::Auto => fail(parameter.span, "a parameter cannot be `auto`"),
                    // An array as a parameter is a pointer to its first element.
                    TypeKind::Array(..) => Ok(match typer.ty(&parameter.ty)? {
                        Ty::Array(element, _) => Ty::Pointer(element),
                        other => other,
                    }),
                    _ => typer.ty(&parameter.ty),
                })
                .collect()
        })
    }

    /// Returns the distance of the conversions that the arguments need.
    fn arguments_distance(
        &mut self,
        function: &syntax::Function,
        parameters: &[Ty],
        types: &[Option<Ty>],
        span: Span,
    ) -> Result<u32> {
        let mut distance = 0;
        for ((wanted, given), parameter) in parameters.iter().zip(types).zip(&function.parameters) {
            let Some(given) = given else { continue };
            let decayed = match (wanted, given) {
                (Ty::Pointer(_), Ty::Array(element, _)) => Ty::Pointer(element.clone()),
                _ => given.clone(),
            };
            // `0` is a null pointer.
            let null = matches!(wanted, Ty::Pointer(_))
                && matches!(decayed, Ty::Pointer(ref pointee) if **pointee == Ty::Void);
            match self.distance(&decayed, wanted) {
                Some(step) => distance += step * CONVERSION,
                None if null => {}
                None if matches!((wanted, &decayed), (Ty::Structure(_), _)) => distance += 16,
                None => {
                    return fail(
                        span,
                        format!(
                            "the argument for `{}` of `{}` must be `{}`, and `{}` does not convert to it",
                            parameter.name,
                            function.name,
                            self.type_name(wanted),
                            self.type_name(given)
                        ),
                    );
                }
            }
        }
        Ok(distance)
    }
}

/// Returns the types of the arguments for a function: the number `0` is a null pointer where the function takes a pointer.
pub(super) fn with_null_pointers(
    function: &syntax::Function,
    values: &[Value],
    types: &[Option<Ty>],
) -> Vec<Option<Ty>> {
    let mut types = types.to_vec();
    for ((ty, value), parameter) in types.iter_mut().zip(values).zip(&function.parameters) {
        if let (Value::Expr(value), TypeKind::Pointer(_)) = (value, &parameter.ty.kind)
            && matches!(value.kind, ExprKind::Literal(_))
            && value.known() == Some(0)
            && value.ty.is_integer()
        {
            *ty = Some(Ty::Pointer(Ty::Void.into()));
        }
    }
    types
}

/// Returns the distance that `const` adds to a candidate, or `None` if it cannot take an argument: one that may change it is
/// better where nothing else differs, and not possible for what may not change.
pub(super) fn qualification(function: &syntax::Function, arguments: &[Constness]) -> Option<u32> {
    let is_template = |ty: &TypeName| match &ty.kind {
        TypeKind::Named(name) => {
            let mut template = function.template.iter();
            template.any(|parameter| *parameter.name() == name.text)
        }
        _ => false,
    };
    let mut distance = 0;
    for (parameter, argument) in function.parameters.iter().zip(arguments) {
        match (&parameter.ty.kind, argument) {
            (TypeKind::Pointer(target), Constness::Constant) if !target.constant && !is_template(target) => {
                return None;
            }
            (TypeKind::Pointer(target), Constness::Changes) if target.constant => distance += 2,
            (TypeKind::Reference(target), Constness::Value)
                if !target.constant && !parameter.ty.constant && !is_template(target) =>
            {
                return None;
            }
            (TypeKind::Reference(target), Constness::Changes) if target.constant || parameter.ty.constant => {
                distance += 2;
            }
            _ => {}
        }
    }
    Some(distance)
}

/// Returns the template arguments that a call writes, for each template parameter.
fn explicit_arguments(
    function: &syntax::Function,
    explicit: &[Given],
    span: Span,
) -> Result<Vec<(Rc<str>, Option<Given>)>> {
    if explicit.len() > function.template.len() {
        return fail(
            span,
            format!(
                "`{}` has {} template parameters, and {} arguments are given",
                function.name,
                function.template.len(),
                explicit.len()
            ),
        );
    }
    let mut given: Vec<(Rc<str>, Option<Given>)> = function
        .template
        .iter()
        .map(|parameter| (parameter.name().clone(), None))
        .collect();
    for ((parameter, slot), value) in function.template.iter().zip(&mut given).zip(explicit) {
        slot.1 = Some(match (parameter, value) {
            (TemplateParameter::Type { .. }, Given::Value(..)) => {
                return fail(
                    span,
                    format!(
                        "the template argument for `{}` of `{}` must be a type",
                        slot.0, function.name
                    ),
                );
            }
            (TemplateParameter::Value { .. }, Given::Type(_)) => {
                return fail(
                    span,
                    format!(
                        "the template argument for `{}` of `{}` must be a value",
                        slot.0, function.name
                    ),
                );
            }
            (_, value) => value.clone(),
        });
    }
    Ok(given)
}
