//! Conversions: C's promotions and the implicit ones, with the values that are known.

use crate::error::{Result, Span, error};
use crate::syntax::TypeKind;
use crate::typing::Typer;
use crate::typing::tree::{BOOL, Expr, ExprKind, FLOAT, INT, Number, Scalar, Ty};

/// Returns the type in which two operands meet.
pub(crate) fn common(a: Scalar, b: Scalar) -> Scalar {
    match (promoted(a), promoted(b)) {
        (Scalar::Float, _) | (_, Scalar::Float) => Scalar::Float,
        (Scalar::Half, _) | (_, Scalar::Half) => Scalar::Half,
        (Scalar::Uint, _) | (_, Scalar::Uint) => Scalar::Uint,
        _ => Scalar::Int,
    }
}

/// Returns the type to which an operand is promoted.
pub(crate) fn promoted(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Uint | Scalar::Half | Scalar::Float => scalar,
        _ => Scalar::Int,
    }
}

/// Returns a value as a type holds it.
pub(crate) fn number_as(value: Number, to: Scalar) -> Number {
    let int = match value {
        Number::Int(value) => value,
        Number::Float(value) => value as i64,
    };
    match to {
        Scalar::Bool => Number::Int(i64::from(match value {
            Number::Int(value) => value != 0,
            Number::Float(value) => value != 0.0,
        })),
        Scalar::Char => Number::Int(i64::from(int as i8)),
        Scalar::Uchar => Number::Int(i64::from(int as u8)),
        Scalar::Short => Number::Int(i64::from(int as i16)),
        Scalar::Ushort => Number::Int(i64::from(int as u16)),
        Scalar::Int => Number::Int(i64::from(int as i32)),
        Scalar::Uint => Number::Int(i64::from(int as u32)),
        Scalar::Half | Scalar::Float => Number::Float(match value {
            Number::Int(value) => value as f32,
            Number::Float(value) => value,
        }),
    }
}

impl Typer<'_> {
    /// Converts a value to a type, as an assignment does.
    pub(crate) fn convert(&mut self, value: Expr, to: &Ty, span: Span) -> Result<Expr> {
        if value.ty == *to {
            return Ok(value);
        }
        match (&value.ty, to) {
            (Ty::Scalar(_), Ty::Scalar(scalar)) => Ok(self.convert_scalar(value, *scalar)),
            (Ty::Vector(_, from), Ty::Vector(scalar, size)) if from == size => {
                let parts = (0..*from)
                    .map(|part| self.component(value.clone(), part))
                    .collect::<Vec<_>>();
                let scalar = *scalar;
                let parts = parts
                    .into_iter()
                    .map(|part| self.convert_scalar(part, scalar))
                    .collect();
                Ok(Expr::new(ExprKind::Compose(parts), to.clone()))
            }
            // `dim3` of one number.
            (Ty::Scalar(_), Ty::Vector(Scalar::Uint, 3)) => {
                let first = self.convert_scalar(value, Scalar::Uint);
                Ok(Expr::new(
                    ExprKind::Compose(vec![first, Expr::uint(1), Expr::uint(1)]),
                    to.clone(),
                ))
            }
            (_, Ty::Structure(_)) => match self.construct_from(value.clone(), to, span)? {
                Some(value) => Ok(value),
                None => Err(self.unconvertible(&value.ty, to, span)),
            },
            (Ty::Structure(_), _) => match self.convert_structure(value.clone(), to, span)? {
                Some(value) => self.convert(value, to, span),
                None => Err(self.unconvertible(&value.ty, to, span)),
            },
            _ => Err(self.unconvertible(&value.ty, to, span)),
        }
    }

    pub(crate) fn unconvertible(&self, from: &Ty, to: &Ty, span: Span) -> Box<crate::error::Error> {
        error(
            span,
            format!(
                "a value of type `{}` does not convert to `{}`",
                self.type_name(from),
                self.type_name(to)
            ),
        )
    }

    pub(crate) fn convert_scalar(&mut self, value: Expr, to: Scalar) -> Expr {
        let Some(from) = value.ty.scalar() else {
            return value;
        };
        if from == to {
            return value;
        }
        let ty = Ty::Scalar(to);
        let number = value.value.map(|value| number_as(value, to));
        if let (Some(number), ExprKind::Literal(_)) = (number, &value.kind) {
            return Expr::literal(number, ty);
        }
        // WGSL refuses a constant that does not fit, and C wraps it.
        if let (Some(Number::Int(old)), Some(Number::Int(new))) = (value.value, number)
            && old != new
            && to != Scalar::Bool
        {
            return Expr::literal(Number::Int(new), ty);
        }
        // A constant that is no finite number is known by its bits.
        if let Some(Number::Float(new)) = number
            && !new.is_finite()
        {
            return Expr::literal(Number::Float(new), ty);
        }
        // Narrow integers live in words: widening changes nothing but the sign.
        Expr {
            span: value.span,
            kind: ExprKind::Convert(Box::new(value)),
            ty,
            value: number,
            checked: false,
        }
    }

    /// Converts a value to `bool`, as a condition does.
    pub(crate) fn truth(&mut self, value: Expr, span: Span) -> Result<Expr> {
        match value.ty {
            BOOL => Ok(value),
            Ty::Scalar(_) => Ok(self.convert_scalar(value, Scalar::Bool)),
            Ty::Structure(_) => match self.convert_structure(value.clone(), &BOOL, span)? {
                Some(converted) => self.truth(converted, span),
                None => Err(self.unconvertible(&value.ty, &BOOL, span)),
            },
            _ => Err(self.unconvertible(&value.ty, &BOOL, span)),
        }
    }

    /// Converts a value to an index: `int` or `unsigned`.
    pub(crate) fn index(&mut self, value: Expr, span: Span) -> Result<Expr> {
        match value.ty {
            Ty::Scalar(Scalar::Uint | Scalar::Int) => Ok(value),
            Ty::Scalar(scalar) if scalar.is_integer() => Ok(self.convert_scalar(value, Scalar::Int)),
            Ty::Structure(_) => self.convert(value, &INT, span),
            _ => Err(error(
                span,
                format!(
                    "an index must be an integer, and this is `{}`",
                    self.type_name(&value.ty)
                ),
            )),
        }
    }

    /// Returns the loss of a conversion: 0 for none, 1 for a promotion, 2 for another; `None` if there is none.
    pub(crate) fn distance(&self, from: &Ty, to: &Ty) -> Option<u32> {
        match (from, to) {
            _ if from == to => Some(0),
            (Ty::Scalar(a), Ty::Scalar(b)) if promoted(*a) == *b => Some(1),
            (Ty::Scalar(_), Ty::Scalar(_)) => Some(2),
            (Ty::Pointer(a), Ty::Pointer(b)) if **b == Ty::Void || **a == Ty::Void => Some(2),
            (Ty::Structure(index), Ty::Pointer(_)) => {
                let mut methods = self.methods(*index, "operator").into_iter();
                let is_pointer = |ty: &TypeKind| matches!(ty, TypeKind::Pointer(_));
                let conversion = methods.find(|method| is_pointer(&method.function.returns.kind));
                conversion.map(|_| 3)
            }
            (Ty::Structure(index), Ty::Scalar(_)) => (!self.methods(*index, "operator").is_empty()).then_some(3),
            (Ty::Scalar(_), Ty::Structure(index)) => (!self.methods(*index, "").is_empty()).then_some(3),
            (Ty::Scalar(_), Ty::Vector(Scalar::Uint, 3)) => Some(3),
            (Ty::Group(_), Ty::Group(_)) => Some(1),
            _ => None,
        }
    }

    pub(crate) fn float(&mut self, value: Expr) -> Expr {
        self.convert_scalar(value, FLOAT.scalar().expect("a scalar"))
    }
}
