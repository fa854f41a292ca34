//! Calls: of functions of the text, and of types as constructors.

use super::predeclared::{Generic, generic_of};
use super::{Checker, Entity, Info, Meaning, Time};
use crate::error::{Result, Span, counted, invalid};
use crate::syntax::{Expr, Templated};
use crate::types::{Count, Kind, Scalar, Ty};
use crate::value::{Num, Value};

impl<'s> Checker<'s, '_> {
    pub(super) fn call(&mut self, call: Expr, callee: &Templated<'s>, arguments: &[Expr]) -> Result<Info> {
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
            return invalid(span, format!("the entry point `{}` cannot be called", function.name));
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
            self.convert(argument, *ty, &format!("the argument `{parameter}` of `{name}`"))?;
        }
        if let Some(current) = self.current {
            self.functions[current as usize].calls.push((index, span));
        } else {
            return invalid(span, format!("`{name}` cannot be called outside of a function"));
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
    fn construct_generic(&mut self, generic: Generic, arguments: &[Expr], span: Span) -> Result<Info> {
        if arguments.is_empty() {
            // A vector or matrix without arguments is all zeros.
            let ty = match generic {
                Generic::Vector(size) => self.types.vector(size, Scalar::AbstractInt),
                _ => {
                    return invalid(span, "the type of this constructor needs template arguments");
                }
            };
            return self.construct(ty, arguments, span);
        }
        let mut types = Vec::new();
        for &argument in arguments {
            types.push(self.value_ty(argument)?);
        }
        let is_const = self.time(arguments) == Time::Const;
        let ty = match generic {
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
                    return invalid(span, format!("the arguments of `vec{size}` have no common type"));
                };
                let scalar = if is_const { scalar } else { scalar.concrete() };
                self.types.vector(size, scalar)
            }
            Generic::Matrix(columns, rows) => {
                let scalars: Option<Vec<Scalar>> = types.iter().map(|&ty| self.types.element_scalar(ty)).collect();
                let scalar = scalars
                    .and_then(|scalars| self.common(scalars))
                    .map(|scalar| match scalar {
                        Scalar::AbstractInt => Scalar::AbstractFloat,
                        other => other,
                    });
                let Some(scalar) = scalar.filter(|scalar| scalar.is_float()) else {
                    return invalid(span, "a matrix is made of floats");
                };
                let scalar = if is_const { scalar } else { scalar.concrete() };
                self.types.get(Kind::Matrix(columns, rows, scalar))
            }
            Generic::Array => {
                let mut element = types[0];
                for &ty in &types {
                    if self.types.converts(element, ty) {
                        element = ty;
                    } else if !self.types.converts(ty, element) {
                        let (a, b) = (self.types.name(element), self.types.name(ty));
                        return invalid(
                            span,
                            format!("the elements of an array are of one type; here are `{a}` and `{b}`"),
                        );
                    }
                }
                if !self.types.is_constructible(element) {
                    return invalid(
                        span,
                        format!("`{}` cannot be an element here", self.types.name(element)),
                    );
                }
                if !is_const {
                    element = self.types.concrete(element);
                }
                let count = Count::Fixed(arguments.len() as u32);
                self.types.get(Kind::Array(element, count))
            }
            Generic::Atomic | Generic::Pointer => {
                return invalid(span, "values of this type cannot be made");
            }
        };
        self.construct(ty, arguments, span)
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
        let mut parts: Vec<Ty> = Vec::new();
        for &argument in arguments {
            parts.push(self.value_ty(argument)?);
        }
        match self.types.kind(ty) {
            Kind::Scalar(scalar) => {
                let [part] = parts[..] else {
                    return self.not_made(ty, parts.len(), span);
                };
                let Some((1, _)) = self.types.components(part) else {
                    return self.not_made(ty, 1, span);
                };
                info.value = self.cast(arguments[0], ty, scalar, span)?;
            }
            Kind::Vector(size, scalar) => {
                info.value = self.construct_vector(ty, (size, scalar), arguments, &parts, span)?;
            }
            Kind::Matrix(columns, rows, scalar) => {
                info.value = self.construct_matrix(ty, (columns, rows, scalar), arguments, &parts, span)?;
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
                    self.convert(argument, member.ty, &format!("the member `{}`", member.name))?;
                }
                info.value = self.joined(ty, arguments);
            }
            _ => return self.not_made(ty, parts.len(), span),
        }
        Ok(info)
    }

    fn construct_vector(
        &mut self,
        ty: Ty,
        (size, scalar): (u8, Scalar),
        arguments: &[Expr],
        parts: &[Ty],
        span: Span,
    ) -> Result<Option<Value>> {
        if let [part] = *parts {
            return match self.types.components(part) {
                Some((1, _)) => {
                    let target = self.types.scalar(scalar);
                    self.convert(arguments[0], target, "a component")?;
                    let value = self.converted(arguments[0]);
                    Ok(value.map(|value| Value::new(ty, vec![value.first(); usize::from(size)])))
                }
                Some((count, _)) if count == size => self.cast(arguments[0], ty, scalar, span),
                _ => self.not_made(ty, 1, span),
            };
        }
        let mut total = 0;
        for (&argument, &part) in arguments.iter().zip(parts) {
            let Some((count, _)) = self.types.components(part) else {
                return self.not_made(ty, parts.len(), span);
            };
            let target = self.types.vector(count, scalar);
            self.convert(argument, target, "a component")?;
            total += count;
        }
        if total != size {
            let name = self.types.name(ty);
            return invalid(
                span,
                format!("`{name}` needs {size} components; the arguments have {total}"),
            );
        }
        Ok(self.joined(ty, arguments))
    }

    fn construct_matrix(
        &mut self,
        ty: Ty,
        (columns, rows, scalar): (u8, u8, Scalar),
        arguments: &[Expr],
        parts: &[Ty],
        span: Span,
    ) -> Result<Option<Value>> {
        if let [part] = *parts {
            return match self.types.kind(part) {
                Kind::Matrix(c, r, from) if (c, r) == (columns, rows) && from.is_float() => {
                    self.cast(arguments[0], ty, scalar, span)
                }
                _ => self.not_made(ty, 1, span),
            };
        }
        let part = if parts.len() == usize::from(columns) {
            self.types.vector(rows, scalar)
        } else if parts.len() == usize::from(columns) * usize::from(rows) {
            self.types.scalar(scalar)
        } else {
            return self.not_made(ty, parts.len(), span);
        };
        for &argument in arguments {
            self.convert(argument, part, "a part of the matrix")?;
        }
        Ok(self.joined(ty, arguments))
    }

    fn not_made<T>(&self, ty: Ty, count: usize, span: Span) -> Result<T> {
        let name = self.types.name(ty);
        let message = match count {
            1 => format!("`{name}` is not made of this argument"),
            _ => format!("`{name}` is not made of these {count} arguments"),
        };
        invalid(span, message)
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
    fn cast(&mut self, argument: Expr, ty: Ty, scalar: Scalar, span: Span) -> Result<Option<Value>> {
        let from = self.value_ty(argument)?;
        // An abstract argument that is not known yet has its own type first.
        if self.types.is_abstract(from) && self.info(argument).value.is_none() {
            self.concretize(argument)?;
        }
        let Some(value) = self.info(argument).value.clone() else {
            return Ok(None);
        };
        let numbers: std::result::Result<Vec<Num>, String> =
            value.numbers.iter().map(|number| number.cast(scalar)).collect();
        match numbers {
            Ok(numbers) => Ok(Some(Value::new(ty, numbers))),
            Err(problem) => invalid(span, problem),
        }
    }
}
