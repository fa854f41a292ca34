//! Calls: of functions of the text, and of types as constructors.

use super::predeclared::{Generic, generic_of};
use super::{Checker, Entity, Info, Meaning, Time};
use crate::error::{Result, Span, counted, invalid};
use crate::syntax::{Expr, Templated};
use crate::types::{Count, Kind, Scalar, Ty};
use crate::value::{Num, Value};

impl<'s> Checker<'s, '_> {
    pub(super) fn call(
        &mut self,
        call: Expr,
        callee: &Templated<'s>,
        arguments: &[Expr],
    ) -> Result<Info> {
        let name = callee.name.text;
        let span = self.span(call);
        match self.entity(name)? {
            Some(entity) => {
                if callee.arguments.is_some() {
                    return invalid(callee.span, format!("`{name}` takes no template arguments"));
                }
                match entity {
                    Entity::Type(ty) => self.construct(ty, arguments, span),
                    Entity::Function(index) => self.call_function(index, arguments, span),
                    Entity::Variable(_) => invalid(callee.span, format!("`{name}` is no function")),
                }
            }
            None => {
                if let Some(ty) = self.predeclared_type(callee)? {
                    return self.construct(ty, arguments, span);
                }
                match generic_of(name) {
                    Some(generic) => self.construct_generic(generic, arguments, span),
                    None => self.builtin(call, callee, arguments),
                }
            }
        }
    }

    fn call_function(&mut self, index: u32, arguments: &[Expr], span: Span) -> Result<Info> {
        let function = &self.functions[index as usize];
        if function.is_entry_point {
            return invalid(
                span,
                format!("the entry point `{}` cannot be called", function.name),
            );
        }
        let parameters: Vec<(String, Ty)> = function
            .parameters
            .iter()
            .map(|&parameter| &self.variables[parameter as usize])
            .map(|variable| (variable.name.to_owned(), variable.ty))
            .collect();
        let (name, result) = (function.name.clone(), function.result);
        if parameters.len() != arguments.len() {
            let message = format!(
                "`{name}` takes {}, not {}",
                counted(parameters.len(), "argument"),
                arguments.len()
            );
            return invalid(span, message);
        }
        for (&argument, (parameter, ty)) in arguments.iter().zip(&parameters) {
            self.convert(
                argument,
                *ty,
                &format!("the argument `{parameter}` of `{name}`"),
            )?;
        }
        if let Some(current) = self.current {
            self.functions[current as usize].calls.push((index, span));
        } else {
            return invalid(
                span,
                format!("`{name}` cannot be called outside of a function"),
            );
        }
        let ty = match result {
            Some(ty) => ty,
            None => self.types.void(),
        };
        Ok(Info {
            meaning: Meaning::Call(index),
            ty: Some(ty),
            time: Time::Runtime,
            ..Info::default()
        })
    }

    /// Checks `vec3(…)`, `mat2x2(…)` and `array(…)`, whose type follows from the arguments.
    fn construct_generic(
        &mut self,
        generic: Generic,
        arguments: &[Expr],
        span: Span,
    ) -> Result<Info> {
        if arguments.is_empty() {
            // A vector or matrix without arguments is all zeros.
            let ty = match generic {
                Generic::Vector(size) => self.types.vector(size, Scalar::AbstractInt),
                _ => {
                    return invalid(
                        span,
                        "the type of this constructor needs template arguments",
                    );
                }
            };
            return self.construct(ty, arguments, span);
        }
        let mut types = Vec::new();
        for &argument in arguments {
            types.push(self.value_ty(argument)?);
        }
        match generic {
            Generic::Vector(size) => {
                let scalars: Option<Vec<Scalar>> = types
                    .iter()
                    .map(|&ty| self.types.components(ty).map(|(_, scalar)| scalar))
                    .collect();
                let Some(scalar) = scalars.and_then(|scalars| match scalars.as_slice() {
                    // `vec3(v)` with a vector keeps its type.
                    [one] => Some(*one),
                    _ => self.common(scalars),
                }) else {
                    return invalid(
                        span,
                        format!("the arguments of `vec{size}` have no common type"),
                    );
                };
                let scalar = match self.time(arguments) {
                    Time::Const => scalar,
                    _ => scalar.concrete(),
                };
                let ty = self.types.vector(size, scalar);
                self.construct(ty, arguments, span)
            }
            Generic::Matrix(columns, rows) => {
                let scalars: Option<Vec<Scalar>> = types
                    .iter()
                    .map(|&ty| self.types.element_scalar(ty))
                    .collect();
                let scalar = scalars
                    .and_then(|scalars| self.common(scalars))
                    .map(|scalar| match scalar {
                        Scalar::AbstractInt => Scalar::AbstractFloat,
                        other => other,
                    });
                let Some(scalar) = scalar.filter(|scalar| scalar.is_float()) else {
                    return invalid(span, "a matrix is made of floats");
                };
                let scalar = match self.time(arguments) {
                    Time::Const => scalar,
                    _ => scalar.concrete(),
                };
                let ty = self.types.get(Kind::Matrix(columns, rows, scalar));
                self.construct(ty, arguments, span)
            }
            Generic::Array => {
                let first = types[0];
                let mut element = first;
                for &ty in &types {
                    if self.types.converts(element, ty) {
                        element = ty;
                    } else if !self.types.converts(ty, element) {
                        let (a, b) = (self.types.name(element), self.types.name(ty));
                        return invalid(
                            span,
                            format!(
                                "the elements of an array are of one type; here are `{a}` and `{b}`"
                            ),
                        );
                    }
                }
                if !self.types.is_constructible(element) {
                    return invalid(
                        span,
                        format!("`{}` cannot be an element here", self.types.name(element)),
                    );
                }
                if self.time(arguments) != Time::Const {
                    element = self.types.concrete(element);
                }
                let ty = self
                    .types
                    .get(Kind::Array(element, Count::Fixed(arguments.len() as u32)));
                self.construct(ty, arguments, span)
            }
            Generic::Atomic | Generic::Pointer => {
                invalid(span, "values of this type cannot be made")
            }
        }
    }

    /// Checks a call of a type.
    pub(super) fn construct(&mut self, ty: Ty, arguments: &[Expr], span: Span) -> Result<Info> {
        let name = self.types.name(ty);
        if !self.types.is_constructible(ty) {
            return invalid(span, format!("values of type `{name}` cannot be made"));
        }
        let mut info = self.unknown(ty, self.time(arguments));
        info.meaning = Meaning::Constructor;
        if arguments.is_empty() {
            info.value = self.types.zero(ty);
            return Ok(info);
        }
        let wrong = |found: usize| {
            let message = match found {
                1 => format!("`{name}` is not made of this argument"),
                _ => format!("`{name}` is not made of these {found} arguments"),
            };
            invalid(span, message)
        };
        let mut parts: Vec<Ty> = Vec::new();
        for &argument in arguments {
            parts.push(self.value_ty(argument)?);
        }
        match self.types.kind(ty) {
            Kind::Scalar(scalar) => {
                let [part] = parts[..] else {
                    return wrong(parts.len());
                };
                let Some((1, _)) = self.types.components(part) else {
                    return wrong(1);
                };
                info.value = self.cast(arguments[0], ty, scalar, span)?;
            }
            Kind::Vector(size, scalar) => {
                if let [part] = parts[..] {
                    match self.types.components(part) {
                        Some((1, _)) => {
                            let target = self.types.scalar(scalar);
                            self.convert(arguments[0], target, "a component")?;
                            info.value = self.converted(arguments[0]).map(|value| {
                                Value::new(ty, vec![value.first(); usize::from(size)])
                            });
                        }
                        Some((found, _)) if found == size => {
                            info.value = self.cast(arguments[0], ty, scalar, span)?
                        }
                        _ => return wrong(1),
                    }
                } else {
                    let mut total = 0;
                    for (&argument, &part) in arguments.iter().zip(&parts) {
                        let Some((found, _)) = self.types.components(part) else {
                            return wrong(parts.len());
                        };
                        let target = self.types.vector(found, scalar);
                        self.convert(argument, target, "a component")?;
                        total += found;
                    }
                    if total != size {
                        return invalid(
                            span,
                            format!("`{name}` needs {size} components; the arguments have {total}"),
                        );
                    }
                    info.value = self.joined(ty, arguments);
                }
            }
            Kind::Matrix(columns, rows, scalar) => {
                if let [part] = parts[..] {
                    match self.types.kind(part) {
                        Kind::Matrix(c, r, from) if (c, r) == (columns, rows) => {
                            if !from.is_float() {
                                return wrong(1);
                            }
                            info.value = self.cast(arguments[0], ty, scalar, span)?;
                            return Ok(info);
                        }
                        _ => return wrong(1),
                    }
                }
                let part = if parts.len() == usize::from(columns) {
                    self.types.vector(rows, scalar)
                } else if parts.len() == usize::from(columns) * usize::from(rows) {
                    self.types.scalar(scalar)
                } else {
                    return wrong(parts.len());
                };
                for &argument in arguments {
                    self.convert(argument, part, "a part of the matrix")?;
                }
                info.value = self.joined(ty, arguments);
            }
            Kind::Array(element, Count::Fixed(length)) => {
                if length as usize != arguments.len() {
                    return invalid(
                        span,
                        format!(
                            "`{name}` needs {}, not {}",
                            counted(length as usize, "element"),
                            arguments.len()
                        ),
                    );
                }
                for &argument in arguments {
                    self.convert(argument, element, "an element")?;
                }
                info.value = self.joined(ty, arguments);
            }
            Kind::Struct(_) => {
                let members = self
                    .types
                    .structure(ty)
                    .map(|structure| structure.members.clone())
                    .unwrap_or_default();
                if members.len() != arguments.len() {
                    return invalid(
                        span,
                        format!(
                            "`{name}` needs {}, not {}",
                            counted(members.len(), "member"),
                            arguments.len()
                        ),
                    );
                }
                for (&argument, member) in arguments.iter().zip(&members) {
                    self.convert(
                        argument,
                        member.ty,
                        &format!("the member `{}`", member.name),
                    )?;
                }
                info.value = self.joined(ty, arguments);
            }
            _ => return wrong(parts.len()),
        }
        Ok(info)
    }

    /// Returns the value of all arguments one after the other.
    fn joined(&mut self, ty: Ty, arguments: &[Expr]) -> Option<Value> {
        let mut numbers: Vec<Num> = Vec::new();
        for &argument in arguments {
            numbers.extend(self.converted(argument)?.numbers.iter());
            if numbers.len() > 1 << 16 {
                return None;
            }
        }
        Some(Value::new(ty, numbers))
    }

    /// Converts each number of a value as a constructor does.
    fn cast(
        &mut self,
        argument: Expr,
        ty: Ty,
        scalar: Scalar,
        span: Span,
    ) -> Result<Option<Value>> {
        let from = self.value_ty(argument)?;
        // An abstract argument that is not known yet has its own type first.
        if self.types.is_abstract(from) && self.info(argument).value.is_none() {
            self.concretize(argument)?;
        }
        let Some(value) = self.info(argument).value.clone() else {
            return Ok(None);
        };
        let numbers: std::result::Result<Vec<Num>, String> = value
            .numbers
            .iter()
            .map(|number| number.cast(scalar))
            .collect();
        match numbers {
            Ok(numbers) => Ok(Some(Value::new(ty, numbers))),
            Err(problem) => invalid(span, problem),
        }
    }
}
