//! Calls the operators that a text defines for its structures.

use crate::error::{Result, Span};
use crate::syntax::{self, Binary, Unary};
use crate::typing::Typer;
use crate::typing::body::call::{Candidate, This};
use crate::typing::body::value::Value;
use crate::typing::tree::{Expr, ExprKind, Place, Ty};
use std::rc::Rc;

impl Typer<'_> {
    /// Returns the value of an operator that the text defines for these operands.
    pub(crate) fn overloaded(&mut self, operator: &str, left: &Expr, right: &Expr, span: Span) -> Result<Option<Expr>> {
        let is_structure = |value: &Expr| matches!(value.ty, Ty::Structure(_));
        let is_vector = |value: &Expr| matches!(value.ty, Ty::Vector(..));
        if !is_structure(left) && !is_structure(right) && !is_vector(left) && !is_vector(right) {
            return Ok(None);
        }
        let text: Rc<str> = format!("operator{operator}").into();
        let name = syntax::Name::plain(text.clone(), span);
        if let Ty::Structure(index) = left.ty {
            let methods: Vec<Candidate> = self
                .methods(index, &text)
                .into_iter()
                .filter(|method| method.function.parameters.len() == 1)
                .collect();
            if !methods.is_empty() {
                let this = match &left.kind {
                    ExprKind::Load(place) => This::Place((**place).clone()),
                    ExprKind::Variable(variable) => This::Place(self.place_of(*variable)),
                    _ => This::Value(left.clone()),
                };
                let values = vec![Value::Expr(right.clone())];
                let value = self.call_any(methods, &name, values, &[], this, span)?;
                return self.load_value(value, span).map(Some);
            }
        }
        let functions = self
            .candidates(|function| function.name == text && function.body.is_some() && function.parameters.len() == 2);
        if functions.is_empty() {
            return Ok(None);
        }
        let mut fits = false;
        for candidate in &functions {
            fits |= self.fits(candidate, &[left.ty.clone(), right.ty.clone()], span);
        }
        if !fits {
            return Ok(None);
        }
        let values = vec![self.as_value(left), self.as_value(right)];
        let value = self.call_any(functions, &name, values, &[], This::None, span)?;
        self.load_value(value, span).map(Some)
    }

    /// Returns the place of an operand, so that it can be passed as a reference.
    fn as_value(&self, value: &Expr) -> Value {
        match &value.kind {
            ExprKind::Load(place) => Value::Place((**place).clone()),
            ExprKind::Variable(variable) => Value::Place(self.place_of(*variable)),
            _ => Value::Expr(value.clone()),
        }
    }

    fn fits(&mut self, candidate: &Candidate, types: &[Ty], span: Span) -> bool {
        let types: Vec<Option<Ty>> = types.iter().cloned().map(Some).collect();
        self.fit(candidate, &[], &types, span)
            .is_ok_and(|fit| fit.distance < 16)
    }

    pub(crate) fn overloaded_unary(&mut self, operator: Unary, value: &Expr, span: Span) -> Result<Option<Expr>> {
        let Ty::Structure(index) = value.ty else {
            return Ok(None);
        };
        let text = match operator {
            Unary::Minus => "operator-",
            Unary::Not => "operator!",
            Unary::Complement => "operator~",
            Unary::Plus => "operator+",
            Unary::Deref | Unary::Address => return Ok(None),
        };
        let name = syntax::Name::plain(text, span);
        let methods: Vec<Candidate> = self
            .methods(index, text)
            .into_iter()
            .filter(|method| method.function.parameters.is_empty())
            .collect();
        if !methods.is_empty() {
            let this = This::Value(value.clone());
            let value = self.call_any(methods, &name, Vec::new(), &[], this, span)?;
            return self.load_value(value, span).map(Some);
        }
        let functions = self.candidates(|function| {
            *function.name == *text && function.body.is_some() && function.parameters.len() == 1
        });
        if functions.is_empty() {
            return Ok(None);
        }
        let values = vec![Value::Expr(value.clone())];
        let value = self.call_any(functions, &name, values, &[], This::None, span)?;
        self.load_value(value, span).map(Some)
    }

    /// Calls `operator+=` and its kin, if the structure has it.
    pub(crate) fn compound_overloaded(
        &mut self,
        operator: Binary,
        place: &Place,
        right: &Expr,
        span: Span,
    ) -> Result<Option<()>> {
        let Ty::Structure(index) = place.ty else {
            return Ok(None);
        };
        let text = format!("operator{}=", operator.text());
        let name = syntax::Name::plain(text.as_str(), span);
        let methods = self.methods(index, &text);
        if !methods.is_empty() {
            let value = self.call_any(
                methods,
                &name,
                vec![Value::Expr(right.clone())],
                &[],
                This::Place(place.clone()),
                span,
            )?;
            self.dropped(value);
            return Ok(Some(()));
        }
        let functions = self.candidates(|function| *function.name == *text && function.body.is_some());
        if functions.is_empty() {
            return Ok(None);
        }
        let values = vec![Value::Place(place.clone()), Value::Expr(right.clone())];
        let value = self.call_any(functions, &name, values, &[], This::None, span)?;
        self.dropped(value);
        Ok(Some(()))
    }
}
