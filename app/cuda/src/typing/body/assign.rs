//! Types assignments and steps: `a = b`, `a += b` and `a++`.

use crate::error::{Result, Span, fail};
use crate::syntax::{self, Binary};
use crate::typing::Typer;
use crate::typing::body::call::This;
use crate::typing::body::convert::common;
use crate::typing::body::value::Value;
use crate::typing::objects::operator::{is_too_far, may_be_undefined};
use crate::typing::tree::{Change, Expr, INT, Place, Scalar, Ty};

impl Typer<'_> {
    /// Types an assignment, and returns its value.
    pub(super) fn assign(
        &mut self,
        operator: Option<Binary>,
        target: &syntax::Expr,
        value: &syntax::Expr,
        span: Span,
    ) -> Result<Value> {
        // C++ computes the right side first.
        let right = self.expr(value)?;
        let left = self.expr(target)?;
        match left {
            Value::PointerVariable(index) => {
                match operator {
                    None => match self.pointer_of(right, span)? {
                        Some(pointer) => self.assign_pointer(index, pointer, span)?,
                        None => return fail(value.span, "a pointer is needed here"),
                    },
                    Some(operator @ (Binary::Add | Binary::Subtract)) => {
                        let by = self.load_value(right, value.span)?;
                        self.move_pointer(index, operator, by, span)?;
                    }
                    Some(_) => return fail(span, "a pointer does not take this operator"),
                }
                Ok(Value::PointerVariable(index))
            }
            Value::Place(place) if matches!(place.ty, Ty::Pointer(_)) => {
                match operator {
                    None => match self.pointer_of(right, span)? {
                        Some(pointer) => self.assign_member_pointer(place.clone(), pointer, span)?,
                        None => return fail(value.span, "a pointer is needed here"),
                    },
                    Some(operator @ (Binary::Add | Binary::Subtract)) => {
                        let by = self.load_value(right, value.span)?;
                        self.move_member_pointer(place.clone(), operator, by, span)?;
                    }
                    Some(_) => return fail(span, "a pointer does not take this operator"),
                }
                Ok(Value::Place(place))
            }
            Value::Place(place) => {
                if matches!(place.ty, Ty::Array(..)) {
                    return fail(target.span, "an array cannot be assigned: assign its elements");
                }
                self.may_change(target, &place, span)?;
                let right = match right {
                    Value::List(values, list) => self.compose(&values, &place.ty.clone(), list)?,
                    other => self.load_value(other, value.span)?,
                };
                let mut right = right;
                if let Some(operator) = operator {
                    // `x += u` of a signed `x` of 64 bits.
                    if place.ty == INT {
                        let left = self.load(place.clone());
                        (_, right) = self.with_common_sign((left, target), (right, value));
                    }
                    self.mark_wide(operator, target, value, span);
                } else if self.is_wide(target) && place.ty.scalar().is_some() {
                    right = self.convert(right, &place.ty.clone(), span)?;
                    right = self.converted_to_wide(right, value.span);
                }
                let place = self.store_with(operator, place, right, span)?;
                Ok(Value::Place(place))
            }
            Value::Expr(value) if value.value.is_some() => fail(target.span, "a constant (`const`) cannot be assigned"),
            _ => match &target.kind {
                syntax::ExprKind::Member { base, .. } if matches!(&base.kind, syntax::ExprKind::Name(name) if self.frame.lookup(&name.text).is_none()) =>
                {
                    let syntax::ExprKind::Name(name) = &base.kind else {
                        return fail(target.span, "this cannot be assigned");
                    };
                    fail(target.span, format!("`{}` cannot be assigned", name.text))
                }
                _ => fail(target.span, "this cannot be assigned: it is no variable and no element"),
            },
        }
    }

    /// Stores a value, or the result of an operator, and returns the place.
    pub(crate) fn store_with(
        &mut self,
        operator: Option<Binary>,
        place: Place,
        right: Expr,
        span: Span,
    ) -> Result<Place> {
        let ty = place.ty.clone();
        let Some(operator) = operator else {
            let value = self.convert(right, &ty, span)?;
            let roots = self.roots_of(&value);
            self.carry_roots(&place, roots, span)?;
            self.store(place.clone(), None, value, span)?;
            return Ok(place);
        };
        if let Ty::Structure(_) = ty {
            let place = self.stable(place);
            if let Some(()) = self.compound_overloaded(operator, &place, &right, span)? {
                return Ok(place);
            }
            let left = self.load(place.clone());
            let value = self.binary(operator, left, right, span)?;
            let value = self.convert(value, &ty, span)?;
            self.store(place.clone(), None, value, span)?;
            return Ok(place);
        }
        let shifts = matches!(operator, Binary::ShiftLeft | Binary::ShiftRight);
        let direct = match (&ty, &right.ty) {
            (Ty::Scalar(Scalar::Int | Scalar::Uint), Ty::Scalar(b)) if shifts => {
                !b.is_float() && !is_too_far(operator, &right)
            }
            (Ty::Scalar(a @ (Scalar::Int | Scalar::Uint | Scalar::Float | Scalar::Half)), Ty::Scalar(b)) => {
                common(*a, *b) == *a
            }
            (Ty::Vector(..), other) => *other == ty || matches!(other, Ty::Scalar(_)),
            _ => false,
        };
        if direct {
            let right = match (&ty, &right.ty) {
                (Ty::Scalar(_), _) if shifts => self.convert_scalar(right, Scalar::Uint),
                (Ty::Scalar(scalar), _) => self.convert_scalar(right, *scalar),
                (Ty::Vector(scalar, _), Ty::Scalar(_)) => self.convert_scalar(right, *scalar),
                _ => right,
            };
            if matches!(operator, Binary::Divide | Binary::Remainder) && right.known() == Some(0) && ty.is_integer() {
                return fail(span, "division by zero");
            }
            let place = self.stable(place);
            let undefined = may_be_undefined(operator, &ty, &right) || self.is_marked_wide(&ty, span);
            let change = Change {
                operator,
                checked: undefined.then_some(span),
            };
            self.store(place.clone(), Some(change), right, span)?;
            return Ok(place);
        }
        let place = self.stable(place);
        let left = self.load(place.clone());
        let value = self.binary(operator, left, right, span)?;
        let value = self.convert(value, &ty, span)?;
        self.store(place.clone(), None, value, span)?;
        Ok(place)
    }

    pub(super) fn change_by_one(
        &mut self,
        decrement: bool,
        value: Value,
        target: &syntax::Expr,
        span: Span,
    ) -> Result<Value> {
        let operator = if decrement { Binary::Subtract } else { Binary::Add };
        match value {
            Value::PointerVariable(index) => {
                self.move_pointer(index, operator, Expr::int(1), span)?;
                Ok(Value::PointerVariable(index))
            }
            Value::Place(place) if matches!(place.ty, Ty::Pointer(_)) => {
                self.move_member_pointer(place.clone(), operator, Expr::int(1), span)?;
                Ok(Value::Place(place))
            }
            Value::Place(place) => {
                self.may_change(target, &place, span)?;
                let place = self.store_with(Some(operator), place, Expr::int(1), span)?;
                Ok(Value::Place(place))
            }
            Value::Expr(number) if number.value.is_some() => {
                fail(target.span, "a constant (`const`) cannot be changed")
            }
            _ => fail(target.span, "this cannot be changed: it is no variable and no element"),
        }
    }

    /// `++x` and `x++` whose value is used.
    pub(super) fn step(&mut self, decrement: bool, postfix: bool, target: &syntax::Expr, span: Span) -> Result<Value> {
        let operand = self.expr(target)?;
        if let Some(value) = self.step_of_object(&operand, decrement, postfix, span)? {
            return Ok(value);
        }
        if !postfix {
            return self.change_by_one(decrement, operand, target, span);
        }
        let operator = if decrement { Binary::Subtract } else { Binary::Add };
        match operand {
            Value::PointerVariable(index) => {
                let Some(mut old) = self.pointer_of(Value::PointerVariable(index), span)? else {
                    return fail(span, "the pointer has no value yet");
                };
                if let Some(offset) = old.offset.take() {
                    old.offset = Some(self.temporary("old", offset));
                }
                self.move_pointer(index, operator, Expr::int(1), span)?;
                Ok(Value::Pointer(old))
            }
            Value::Place(place) if matches!(place.ty, Ty::Pointer(_)) => {
                let Some(mut old) = self.pointer_of(Value::Place(place.clone()), span)? else {
                    return fail(span, "the pointer has no value yet");
                };
                if let Some(offset) = old.offset.take() {
                    old.offset = Some(self.temporary("old", offset));
                }
                self.move_member_pointer(place, operator, Expr::int(1), span)?;
                Ok(Value::Pointer(old))
            }
            Value::Place(place) => {
                let place = self.stable(place);
                let old = self.load(place.clone());
                let old = self.temporary("old", old);
                self.store_with(Some(operator), place, Expr::int(1), span)?;
                Ok(Value::Expr(old))
            }
            _ => fail(target.span, "this cannot be changed: it is no variable and no element"),
        }
    }

    /// Calls `operator++` or `operator--` of a structure; `None` if it has none.
    pub(super) fn step_of_object(
        &mut self,
        operand: &Value,
        decrement: bool,
        postfix: bool,
        span: Span,
    ) -> Result<Option<Value>> {
        let Value::Place(place) = operand else {
            return Ok(None);
        };
        let Ty::Structure(structure) = place.ty else {
            return Ok(None);
        };
        let text = if decrement { "operator--" } else { "operator++" };
        let mut methods = self.methods(structure, text);
        // The form behind its operand has a parameter, which no one reads.
        methods.retain(|method| method.function.parameters.len() == usize::from(postfix));
        if methods.is_empty() {
            return Ok(None);
        }
        let name = syntax::Name::plain(text, span);
        let values = if postfix {
            vec![Value::Expr(Expr::int(0))]
        } else {
            Vec::new()
        };
        let this = This::Place(place.clone());
        self.call_any(methods, &name, values, &[], this, span).map(Some)
    }
}
