//! Types of operators.

use super::{Checker, Info, Meaning, Time};
use crate::error::{Result, Span, invalid};
use crate::evaluate;
use crate::syntax::{Binary, Expr, Unary};
use crate::types::{Kind, Scalar, Ty};
use crate::value::Num;

impl Checker<'_, '_> {
    pub(super) fn unary(&mut self, operator: Unary, operand: Expr, span: Span) -> Result<Info> {
        match operator {
            Unary::AddressOf => return self.address_of(operand, span),
            Unary::Indirection => return self.indirection(operand, span),
            _ => {}
        }
        let ty = self.value_ty(operand)?;
        let fits = self.types.components(ty).is_some_and(|(_, scalar)| match operator {
            Unary::Negate => scalar.is_float() || matches!(scalar, Scalar::AbstractInt | Scalar::I32),
            Unary::Not => scalar == Scalar::Bool,
            _ => scalar.is_integer(),
        });
        if !fits {
            let symbol = match operator {
                Unary::Negate => "-",
                Unary::Not => "!",
                _ => "~",
            };
            return invalid(
                span,
                format!("`{symbol}` cannot be applied to `{}`", self.types.name(ty)),
            );
        }
        let mut info = self.unknown(ty, self.read_time(operand));
        if let Some(value) = &self.info(operand).value {
            match evaluate::unary(operator, value) {
                Ok(value) => info.value = Some(value),
                Err(problem) => return invalid(span, problem),
            }
        }
        Ok(info)
    }

    pub(super) fn binary(&mut self, operator: Binary, left: Expr, right: Expr, span: Span) -> Result<Info> {
        let (mut a, b) = (self.value_ty(left)?, self.value_ty(right)?);
        // A value that is computed while the kernel runs is never abstract.
        if matches!(operator, Binary::ShiftLeft | Binary::ShiftRight) && self.read_time(right) != Time::Const {
            a = self.types.concrete(a);
        }
        let Some((operands, ty)) = self.binary_types(operator, a, b) else {
            let (a, b) = (self.types.name(a), self.types.name(b));
            return invalid(
                span,
                format!("`{}` cannot be applied to `{a}` and `{b}`", operator.symbol()),
            );
        };
        self.set_target(left, operands.0)?;
        self.set_target(right, operands.1)?;
        let mut info = self.unknown(ty, self.time(&[left, right]));
        // A decided `&&` or `||` has the value of its left side.
        if let (Binary::LogicalAnd | Binary::LogicalOr, Some(value)) = (operator, &self.info(left).value)
            && value.first() == Num::Bool(operator == Binary::LogicalOr)
        {
            // The right side is checked, but not evaluated.
            info.value = (info.time == Time::Const).then(|| value.clone());
            return Ok(info);
        }
        let (x, y) = (self.converted(left), self.converted(right));
        let is_skipped = self.info(left).skipped || self.info(right).skipped;
        if is_skipped {
            return Ok(info);
        }
        match (x, y) {
            (Some(x), Some(y)) => match evaluate::binary(&self.types, operator, &x, &y, ty) {
                Ok(value) => info.value = Some(value),
                Err(problem) => return invalid(span, problem),
            },
            (None, Some(y)) => self.check_right(operator, a, &y.numbers, right)?,
            _ => {}
        }
        Ok(info)
    }

    /// Checks a right side that is known, where the left side is not.
    pub(super) fn check_right(&mut self, operator: Binary, left: Ty, numbers: &[Num], right: Expr) -> Result<()> {
        let integer = self.types.element_scalar(left).is_some_and(Scalar::is_integer);
        let span = self.span(right);
        match operator {
            Binary::Divide | Binary::Remainder if integer && numbers.iter().any(|number| number.integer() == 0) => {
                invalid(span, "a division by zero has no value")
            }
            Binary::ShiftLeft | Binary::ShiftRight if numbers.iter().any(|number| number.integer() >= 32) => {
                invalid(span, "a shift by 32 or more is too far for 32 bits")
            }
            _ => Ok(()),
        }
    }

    /// Returns the types that both operands convert to, and the type of the result.
    pub(super) fn binary_types(&mut self, operator: Binary, a: Ty, b: Ty) -> Option<((Ty, Ty), Ty)> {
        let (left, right) = (self.types.kind(a), self.types.kind(b));
        if let Binary::ShiftLeft | Binary::ShiftRight = operator {
            let ((n, x), (m, y)) = (self.types.components(a)?, self.types.components(b)?);
            if n != m || !x.is_integer() || !y.converts_to(Scalar::U32) {
                return None;
            }
            let by = self.types.vector(m, Scalar::U32);
            return Some(((a, by), a));
        }
        let scalars = (self.types.element_scalar(a)?, self.types.element_scalar(b)?);
        if matches!(left, Kind::Array(..)) || matches!(right, Kind::Array(..)) {
            return None;
        }
        let scalar = self.common([scalars.0, scalars.1])?;
        let (left_ty, right_ty) = (self.types.with_scalar(a, scalar), self.types.with_scalar(b, scalar));
        let both = (left_ty, right_ty);
        let same_vectors = self
            .types
            .components(a)
            .zip(self.types.components(b))
            .filter(|((n, _), (m, _))| n == m);
        match operator {
            Binary::LogicalAnd | Binary::LogicalOr => {
                let is_bool = left == Kind::Scalar(Scalar::Bool) && right == left;
                is_bool.then_some((both, a))
            }
            Binary::And | Binary::Or => {
                same_vectors?;
                (scalar == Scalar::Bool || scalar.is_integer()).then_some((both, left_ty))
            }
            Binary::ExclusiveOr => {
                same_vectors?;
                scalar.is_integer().then_some((both, left_ty))
            }
            Binary::Equal | Binary::NotEqual => {
                let ((size, _), _) = same_vectors?;
                Some((both, self.types.vector(size, Scalar::Bool)))
            }
            Binary::Less | Binary::LessEqual | Binary::Greater | Binary::GreaterEqual => {
                let ((size, _), _) = same_vectors?;
                scalar
                    .is_numeric()
                    .then(|| (both, self.types.vector(size, Scalar::Bool)))
            }
            _ if scalar == Scalar::Bool => None,
            Binary::Add | Binary::Subtract if left_ty == right_ty => Some((both, left_ty)),
            _ => {
                let ty = match (self.types.kind(left_ty), self.types.kind(right_ty)) {
                    _ if self.types.components(a).is_some() && self.types.components(b).is_some() => {
                        let ((n, _), (m, _)) = (self.types.components(a)?, self.types.components(b)?);
                        if n == m || m == 1 {
                            left_ty
                        } else if n == 1 {
                            right_ty
                        } else {
                            return None;
                        }
                    }
                    _ if operator != Binary::Multiply => return None,
                    (Kind::Matrix(..), Kind::Scalar(_)) => left_ty,
                    (Kind::Scalar(_), Kind::Matrix(..)) => right_ty,
                    (Kind::Matrix(columns, rows, _), Kind::Vector(size, _)) if size == columns => {
                        self.types.vector(rows, scalar)
                    }
                    (Kind::Vector(size, _), Kind::Matrix(columns, rows, _)) if size == rows => {
                        self.types.vector(columns, scalar)
                    }
                    (Kind::Matrix(inner, rows, _), Kind::Matrix(columns, other, _)) if inner == other => {
                        self.types.get(Kind::Matrix(columns, rows, scalar))
                    }
                    _ => return None,
                };
                Some((both, ty))
            }
        }
    }

    fn address_of(&mut self, operand: Expr, span: Span) -> Result<Info> {
        let info = self.info(operand).clone();
        let Some(Kind::Reference(space, to, access)) = info.ty.map(|ty| self.types.kind(ty)) else {
            return invalid(
                span,
                format!("`&` needs a variable; `{}` is a value", self.quote(self.span(operand))),
            );
        };
        if space == crate::types::Space::Handle {
            return invalid(span, "textures and samplers have no address");
        }
        if self.is_component(operand) {
            return invalid(span, "a component of a vector has no address");
        }
        let ty = self.types.get(Kind::Pointer(space, to, access));
        Ok(Info {
            meaning: Meaning::Value,
            ty: Some(ty),
            time: Time::Runtime,
            ..Info::default()
        })
    }

    fn indirection(&mut self, operand: Expr, span: Span) -> Result<Info> {
        let ty = self.value_ty(operand)?;
        let Kind::Pointer(space, to, access) = self.types.kind(ty) else {
            return invalid(
                span,
                format!(
                    "`*` needs a pointer; `{}` is `{}`",
                    self.quote(self.span(operand)),
                    self.types.name(ty)
                ),
            );
        };
        let ty = self.types.get(Kind::Reference(space, to, access));
        Ok(Info {
            meaning: Meaning::Value,
            ty: Some(ty),
            time: Time::Runtime,
            ..Info::default()
        })
    }
}
