//! Results of calls: a value that is known, a place, or what the function returns.

use super::Typer;
use super::binding::{Binding, Given};
use super::function::Instance;
use super::root::{Pointer, Root};
use super::tree::{Argument, Expr, ExprKind, INT, Place, StatementKind, Ty};
use super::value::Value;
use crate::error::{Result, Span, fail};
use crate::syntax::{self, Function, TypeKind};
use std::rc::Rc;

/// The most calls inside one another that are computed.
const MOST_COMPUTED: u32 = 10;

impl Typer<'_> {
    /// Returns the value of a call whose arguments are known, if the function is one `return` of a number.
    pub(super) fn computed(
        &mut self,
        function: &Function,
        given: &[(Rc<str>, Given)],
        values: &[Value],
        parameters: &[Ty],
        result: &syntax::Expr,
        span: Span,
    ) -> Result<Option<Expr>> {
        let mut bound = Vec::new();
        for ((value, ty), parameter) in values.iter().zip(parameters).zip(&function.parameters) {
            let (Value::Expr(value), Some(scalar)) = (value, ty.scalar()) else {
                return Ok(None);
            };
            let Some(known) = value.value.filter(|_| value.ty.scalar().is_some()) else {
                return Ok(None);
            };
            let known = super::convert::number_as(known, scalar);
            bound.push((parameter, Expr::literal(known, ty.clone())));
        }
        if values.is_empty() || !function.errors.is_empty() || self.computing >= MOST_COMPUTED {
            return Ok(None);
        }
        self.computing += 1;
        let found = self.with_given(given, None, |typer| {
            for (parameter, value) in bound {
                typer.bind(parameter.name.clone(), Binding::Constant(value));
                typer.note_known(&parameter.name, &parameter.ty);
            }
            typer.note_template(&function.template);
            typer.nested(span, |typer| {
                let ty = typer.ty(&function.returns)?;
                let (statements, value) = typer.apart(|typer| typer.rvalue_as(result, &ty))?;
                Ok(value
                    .value
                    .filter(|_| statements.is_empty())
                    .map(|known| (known, ty)))
            })
        });
        self.computing -= 1;
        // An error is reported where the function is read.
        Ok(found.ok().flatten().and_then(|(known, ty)| {
            let scalar = ty.scalar()?;
            Some(Expr::literal(super::convert::number_as(known, scalar), ty))
        }))
    }

    /// Returns the place that the `return` of a function names. `object` is that of a method.
    pub(super) fn place_of_result(
        &mut self,
        object: Option<(Place, usize)>,
        given: &[(Rc<str>, Given)],
        function: &Function,
        result: &syntax::Expr,
        values: Vec<Value>,
        span: Span,
    ) -> Result<Value> {
        let mut bound = Vec::new();
        for (parameter, value) in function.parameters.iter().zip(values) {
            let binding = match value {
                Value::Place(place) if Self::is_reference(&parameter.ty) => {
                    Binding::Alias(self.fixed(place))
                }
                value => {
                    let is_pointer = matches!(
                        parameter.ty.kind,
                        TypeKind::Pointer(_) | TypeKind::Array(..)
                    );
                    let pointer = match is_pointer {
                        true => self.pointer_of(value.clone(), span)?,
                        false => None,
                    };
                    match pointer {
                        Some(mut pointer) => {
                            pointer.offset =
                                pointer.offset.map(|offset| self.once("start", offset));
                            Binding::Fixed(pointer)
                        }
                        None => {
                            let value = self.load_value(value, span)?;
                            Binding::Constant(self.once("argument", value))
                        }
                    }
                }
            };
            bound.push((parameter.name.clone(), binding));
        }
        let scopes = std::mem::replace(&mut self.frame.scopes, vec![bound.into_iter().collect()]);
        let structure = object.as_ref().map(|(_, structure)| *structure);
        let this = std::mem::replace(&mut self.frame.this, object);
        if let Some(structure) = structure {
            self.bind_structure(structure);
        }
        self.bind_given(given);
        let value = self.expr(result);
        self.frame.scopes = scopes;
        self.frame.this = this;
        value
    }

    pub(super) fn finish_call(
        &mut self,
        instance: Instance,
        arguments: Vec<Argument>,
        after: Vec<(Place, usize)>,
        span: Span,
    ) -> Result<Value> {
        let returns = instance.returns.clone();
        let ty = match &returns {
            Ty::Pointer(_) => INT,
            other => other.clone(),
        };
        let call = Expr::new(ExprKind::Call(instance.id, arguments), ty.clone());
        let value = if after.is_empty() {
            match returns {
                Ty::Void => {
                    self.emit(StatementKind::Call(call));
                    return Ok(Value::Void);
                }
                _ => call,
            }
        } else {
            // Copies go back after the call.
            let value = match returns {
                Ty::Void => {
                    self.emit(StatementKind::Call(call));
                    None
                }
                _ => Some(self.temporary("result", call)),
            };
            for (place, variable) in after {
                let copy = Expr::new(ExprKind::Variable(variable), place.ty.clone());
                self.store(place, None, copy, span)?;
            }
            match value {
                Some(value) => value,
                None => return Ok(Value::Void),
            }
        };
        match (instance.returns, instance.pointer) {
            (Ty::Pointer(pointee), Some(pointer)) => {
                if let Root::Memory(root) = pointer.root {
                    self.module.roots[root].flat = true;
                }
                Ok(Value::Pointer(Pointer {
                    offset: Some(value),
                    pointee: (*pointee).clone(),
                    ..pointer
                }))
            }
            (Ty::Pointer(_), None) => fail(span, "the function returns no pointer"),
            _ => Ok(Value::Expr(self.result_roots(value, &instance.roots)?)),
        }
    }
}
