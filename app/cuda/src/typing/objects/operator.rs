//! Operators on values, and their results where both operands are known.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{Binary, Unary};
use crate::typing::Typer;
use crate::typing::body::convert::{common, number_as, promoted};
use crate::typing::tree::{BOOL, Expr, ExprKind, INT, Number, Scalar, Ty, UINT};

impl Typer<'_> {
    pub(crate) fn unary(&mut self, operator: Unary, value: Expr, span: Span) -> Result<Expr> {
        if let Ty::Vector(..) = value.ty
            && operator == Unary::Minus
        {
            let ty = value.ty.clone();
            let overflows = matches!(ty, Ty::Vector(Scalar::Int, _));
            let mut made = Expr::new(ExprKind::Unary(operator, Box::new(value)), ty);
            made.checked = overflows;
            made.span = Some(span);
            return Ok(made);
        }
        let Some(scalar) = value.ty.scalar() else {
            return fail(
                span,
                format!("this operator does not take `{}`", self.type_name(&value.ty)),
            );
        };
        if operator == Unary::Not {
            let value = self.truth(value, span)?;
            let number = value.known().map(|number| Number::Int(i64::from(number == 0)));
            return Ok(Expr {
                kind: ExprKind::Unary(operator, Box::new(value)),
                ty: BOOL,
                value: number,
                span: None,
                checked: false,
            });
        }
        let to = promoted(scalar);
        let value = self.convert_scalar(value, to);
        let ty = Ty::Scalar(to);
        match operator {
            Unary::Plus => Ok(value),
            Unary::Complement if to.is_float() => fail(span, "`~` needs an integer"),
            Unary::Minus | Unary::Complement => {
                let number = value.value.map(|number| match (number, operator) {
                    (Number::Int(number), Unary::Minus) => number_as(Number::Int(-number), to),
                    (Number::Int(number), _) => number_as(Number::Int(!number), to),
                    (Number::Float(number), _) => Number::Float(-number),
                });
                if let (Some(number), ExprKind::Literal(_)) = (number, &value.kind) {
                    return Ok(Expr::literal(number, ty));
                }
                if to == Scalar::Uint && operator == Unary::Minus {
                    let mut made = self.arithmetic(Binary::Subtract, Expr::uint(0), value);
                    made.value = number;
                    return Ok(made);
                }
                let overflows = operator == Unary::Minus && to == Scalar::Int && number.is_none();
                Ok(Expr {
                    kind: ExprKind::Unary(operator, Box::new(value)),
                    ty,
                    value: number,
                    span: Some(span),
                    checked: overflows,
                })
            }
            Unary::Not | Unary::Deref | Unary::Address => fail(span, "this operator is not expected here"),
        }
    }

    pub(crate) fn binary(&mut self, operator: Binary, left: Expr, right: Expr, span: Span) -> Result<Expr> {
        if let Some(value) = self.overloaded(operator.text(), &left, &right, span)? {
            return Ok(value);
        }
        if matches!(left.ty, Ty::Vector(..)) || matches!(right.ty, Ty::Vector(..)) {
            return self.binary_vector(operator, left, right, span);
        }
        let (Some(a), Some(b)) = (left.ty.scalar(), right.ty.scalar()) else {
            return fail(
                span,
                format!(
                    "`{}` does not take `{}` and `{}`",
                    operator.text(),
                    self.type_name(&left.ty),
                    self.type_name(&right.ty)
                ),
            );
        };
        match operator {
            Binary::LogicalAnd | Binary::LogicalOr => {
                let (left, right) = (self.truth(left, span)?, self.truth(right, span)?);
                let value = match (operator, left.known(), right.known()) {
                    (Binary::LogicalAnd, Some(0), _) => Some(0),
                    (Binary::LogicalAnd, Some(_), Some(right)) => Some(right),
                    (Binary::LogicalOr, Some(1), _) => Some(1),
                    (Binary::LogicalOr, Some(_), Some(right)) => Some(right),
                    _ => None,
                };
                let value = value.map(Number::Int);
                Ok(Expr {
                    kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)),
                    ty: BOOL,
                    value,
                    span: None,
                    checked: false,
                })
            }
            Binary::ShiftLeft | Binary::ShiftRight => {
                if a.is_float() || b.is_float() {
                    return fail(span, format!("`{}` needs integers", operator.text()));
                }
                let left = self.convert_scalar(left, promoted(a));
                let right = self.convert_scalar(right, Scalar::Uint);
                if is_too_far(operator, &right) {
                    self.note(
                        span,
                        if self.module.wide.contains(&span) {
                            "a shift by 32 or more leaves no bit of the 32 that are kept here, or the sign"
                        } else {
                            "a shift by 32 or more has no result in C++; here it leaves no bit, or the sign"
                        },
                    );
                }
                Ok(self.computed_at(operator, left, right, span))
            }
            Binary::And | Binary::Or | Binary::Xor | Binary::Remainder if a.is_float() || b.is_float() => {
                let error = error(span, format!("`{}` needs integers", operator.text()));
                Err(match operator {
                    Binary::Remainder => error.help("write `fmodf`"),
                    _ => error,
                })
            }
            // Truth values stay so: `(a < b) & (c < d)`.
            Binary::And | Binary::Or if a == Scalar::Bool && b == Scalar::Bool => {
                Ok(self.arithmetic(operator, left, right))
            }
            Binary::Equal | Binary::NotEqual if a == Scalar::Bool && b == Scalar::Bool => {
                Ok(self.arithmetic(operator, left, right))
            }
            _ => {
                let to = common(a, b);
                let (left, right) = (self.convert_scalar(left, to), self.convert_scalar(right, to));
                if matches!(operator, Binary::Divide | Binary::Remainder) && right.known() == Some(0) {
                    return fail(span, "division by zero");
                }
                Ok(self.computed_at(operator, left, right, span))
            }
        }
    }

    /// Makes an operation on operands of the right types.
    pub(crate) fn arithmetic(&mut self, operator: Binary, left: Expr, right: Expr) -> Expr {
        let ty = if operator.compares() { BOOL } else { left.ty.clone() };
        let scalar = left.ty.scalar().unwrap_or(Scalar::Int);
        // WGSL refuses a known shift by the width or more.
        let too_far = is_too_far(operator, &right);
        if too_far && left.value.is_none() {
            return if operator == Binary::ShiftRight && scalar.is_signed() {
                self.arithmetic(operator, left, Expr::uint(31))
            } else {
                Expr::new(ExprKind::Zero, ty)
            };
        }
        let result = match (left.value, right.value) {
            (Some(a), Some(b)) => compute(operator, a, b, scalar),
            _ => None,
        };
        if let Some((value, exact)) = result {
            let literals = matches!((&left.kind, &right.kind), (ExprKind::Literal(_), ExprKind::Literal(_)));
            // WGSL refuses a constant that wraps, and computes floats without rounding in between.
            if !exact || too_far || literals && scalar.is_float() {
                return Expr::literal(value, ty);
            }
            return Expr {
                kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)),
                ty,
                value: Some(value),
                span: None,
                checked: false,
            };
        }
        Expr::new(ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty)
    }

    /// Returns the result of an operation of the text.
    fn computed_at(&mut self, operator: Binary, left: Expr, right: Expr, span: Span) -> Expr {
        let made = self.arithmetic(operator, left, right);
        self.written(made, span)
    }

    /// Gives an operation of the text its place, if it must be checked.
    fn written(&self, mut made: Expr, span: Span) -> Expr {
        if let (ExprKind::Binary(operator, left, right), None) = (&made.kind, made.value)
            && (may_be_undefined(*operator, &left.ty, right) || self.is_marked_wide(&made.ty, span))
        {
            made.checked = true;
            made.span = Some(span);
        }
        made
    }

    /// The usual operators of vectors that the samples define, element by element.
    fn binary_vector(&mut self, operator: Binary, left: Expr, right: Expr, span: Span) -> Result<Expr> {
        let ty = match (&left.ty, &right.ty) {
            (Ty::Vector(..), Ty::Scalar(_)) => left.ty.clone(),
            (Ty::Scalar(_), Ty::Vector(..)) => right.ty.clone(),
            (a, b) if a == b => left.ty.clone(),
            _ => Ty::Void,
        };
        let (Ty::Vector(scalar, _), false) = (&ty, operator.compares()) else {
            return fail(
                span,
                format!(
                    "`{}` does not take `{}` and `{}`",
                    operator.text(),
                    self.type_name(&left.ty),
                    self.type_name(&right.ty)
                ),
            );
        };
        let scalar = *scalar;
        let mut side = |value: Expr| match value.ty {
            Ty::Scalar(_) => self.convert_scalar(value, scalar),
            _ => value,
        };
        let (left, right) = (side(left), side(right));
        let kind = ExprKind::Binary(operator, Box::new(left), Box::new(right));
        Ok(self.written(Expr::new(kind, ty), span))
    }

    /// Returns a component of a vector.
    pub(crate) fn component(&mut self, value: Expr, index: u8) -> Expr {
        let ty = match value.ty {
            Ty::Vector(scalar, _) => Ty::Scalar(scalar),
            _ => INT,
        };
        match value.kind {
            ExprKind::Compose(mut parts) if parts.len() > usize::from(index) && parts.iter().all(Expr::is_pure) => {
                parts.swap_remove(index.into())
            }
            kind => {
                let whole = Expr {
                    kind,
                    ty: value.ty,
                    value: None,
                    span: value.span,
                    checked: value.checked,
                };
                Expr::new(ExprKind::Component(Box::new(whole), index), ty)
            }
        }
    }
}

/// Returns true if C++ leaves the result undefined for some values of the operands that are not known.
pub(crate) fn may_be_undefined(operator: Binary, left: &Ty, right: &Expr) -> bool {
    let scalar = |ty: &Ty| match ty {
        Ty::Scalar(scalar) | Ty::Vector(scalar, _) => Some(*scalar),
        _ => None,
    };
    let signed = [left, &right.ty].map(scalar).contains(&Some(Scalar::Int));
    match operator {
        Binary::Add | Binary::Subtract | Binary::Multiply => signed,
        Binary::Divide | Binary::Remainder => {
            let integers = scalar(left).is_some_and(Scalar::is_integer);
            // The least integer by -1 does not fit.
            integers && right.known().is_none_or(|by| by == 0 || signed && by == -1)
        }
        Binary::ShiftLeft | Binary::ShiftRight => right.known().is_none(),
        _ => false,
    }
}

/// Returns true if the operation is a shift by a known amount that is the width or more.
pub(crate) fn is_too_far(operator: Binary, by: &Expr) -> bool {
    let shifts = matches!(operator, Binary::ShiftLeft | Binary::ShiftRight);
    shifts && by.known().is_some_and(|by| !(0..32).contains(&by))
}

/// Returns the result, and whether the operation did not wrap; `None` where C gives none.
fn compute(operator: Binary, a: Number, b: Number, scalar: Scalar) -> Option<(Number, bool)> {
    match (a, b) {
        (Number::Float(a), Number::Float(b)) => {
            let value = match operator {
                Binary::Add => a + b,
                Binary::Subtract => a - b,
                Binary::Multiply => a * b,
                Binary::Divide => a / b,
                _ => return truth(operator, a.partial_cmp(&b)),
            };
            Some((Number::Float(value), value.is_finite()))
        }
        (Number::Int(a), Number::Int(b)) => {
            let whole = match operator {
                Binary::Add => a.checked_add(b)?,
                Binary::Subtract => a.checked_sub(b)?,
                Binary::Multiply => a.checked_mul(b)?,
                Binary::Divide => a.checked_div(b)?,
                Binary::Remainder => a.checked_rem(b)?,
                Binary::And => a & b,
                Binary::Or => a | b,
                Binary::Xor => a ^ b,
                Binary::ShiftLeft if (0..32).contains(&b) => a << b,
                Binary::ShiftRight if (0..32).contains(&b) => a >> b,
                // A shift by the width or more leaves nothing, or the sign: so do the chips.
                Binary::ShiftLeft => 0,
                Binary::ShiftRight => a >> 31 >> 31,
                Binary::LogicalAnd => i64::from(a != 0 && b != 0),
                Binary::LogicalOr => i64::from(a != 0 || b != 0),
                _ => return truth(operator, Some(a.cmp(&b))),
            };
            let value = number_as(Number::Int(whole), scalar);
            Some((value, value == Number::Int(whole)))
        }
        _ => None,
    }
}

fn truth(operator: Binary, order: Option<std::cmp::Ordering>) -> Option<(Number, bool)> {
    let order = order?;
    let value = match operator {
        Binary::Equal => order.is_eq(),
        Binary::NotEqual => order.is_ne(),
        Binary::Less => order.is_lt(),
        Binary::LessEqual => order.is_le(),
        Binary::Greater => order.is_gt(),
        Binary::GreaterEqual => order.is_ge(),
        _ => return None,
    };
    Some((Number::Int(i64::from(value)), true))
}

/// Returns the types that a literal may have.
pub(crate) fn literal_type(value: u64, unsigned: bool) -> Ty {
    if unsigned || value > i32::MAX as u64 { UINT } else { INT }
}
