//! The constants of the standard headers, and the limits of types.

use crate::error::{Result, Span, fail};
use crate::syntax;
use crate::typing::Typer;
use crate::typing::body::value::Value;
use crate::typing::tree::{Expr, FLOAT, INT, Number, Scalar, Ty};

/// Returns a constant of the standard headers.
pub(crate) fn constant(name: &str) -> Option<Expr> {
    let float = |value: f32| Some(Expr::literal(Number::Float(value), FLOAT));
    match name {
        "M_PI" | "CUDART_PI_F" | "M_PI_F" | "CUDART_PI" => float(std::f32::consts::PI),
        "M_PI_4" => float(std::f32::consts::FRAC_PI_4),
        "M_1_PI" => float(std::f32::consts::FRAC_1_PI),
        "M_2_PI" => float(std::f32::consts::FRAC_2_PI),
        "M_2_SQRTPI" => float(std::f32::consts::FRAC_2_SQRT_PI),
        "M_SQRT1_2" | "CUDART_SQRT_HALF_F" => float(std::f32::consts::FRAC_1_SQRT_2),
        "M_LN2" => float(std::f32::consts::LN_2),
        "M_LN10" => float(std::f32::consts::LN_10),
        "M_LOG2E" => float(std::f32::consts::LOG2_E),
        "M_LOG10E" => float(std::f32::consts::LOG10_E),
        "CUDART_ZERO_FP16" | "CUDART_ONE_FP16" => Some(Expr::literal(
            Number::Float(if name.contains("ONE") { 1.0 } else { 0.0 }),
            Ty::Scalar(Scalar::Half),
        )),
        "M_PI_2" => float(std::f32::consts::FRAC_PI_2),
        "M_E" => float(std::f32::consts::E),
        "M_SQRT2" => float(std::f32::consts::SQRT_2),
        "FLT_MAX" => float(f32::MAX),
        "FLT_MIN" => float(f32::MIN_POSITIVE),
        "FLT_EPSILON" => float(f32::EPSILON),
        "INFINITY" | "HUGE_VALF" | "CUDART_INF_F" => float(f32::INFINITY),
        "NAN" | "CUDART_NAN_F" => float(f32::NAN),
        "INT_MAX" | "INT32_MAX" => Some(Expr::int(i64::from(i32::MAX))),
        "INT_MIN" | "INT32_MIN" => Some(Expr::int(i64::from(i32::MIN))),
        "UINT_MAX" | "UINT32_MAX" => Some(Expr::uint(u32::MAX)),
        "CHAR_MAX" | "SCHAR_MAX" | "INT8_MAX" => Some(Expr::int(127)),
        "CHAR_MIN" | "SCHAR_MIN" | "INT8_MIN" => Some(Expr::int(-128)),
        "UCHAR_MAX" | "UINT8_MAX" => Some(Expr::int(255)),
        "SHRT_MAX" | "INT16_MAX" => Some(Expr::int(32767)),
        "SHRT_MIN" | "INT16_MIN" => Some(Expr::int(-32768)),
        "USHRT_MAX" | "UINT16_MAX" => Some(Expr::int(65535)),
        "CHAR_BIT" => Some(Expr::int(8)),
        "RAND_MAX" => Some(Expr::int(i64::from(i32::MAX))),
        _ => None,
    }
}

impl Typer<'_> {
    /// Returns the value of `std::numeric_limits<T>::max()` and its kin.
    pub(crate) fn limit(&mut self, limits: &syntax::Name, name: &syntax::Name, span: Span) -> Result<Value> {
        let [argument] = limits.arguments.as_deref().unwrap_or_default() else {
            return fail(span, "`numeric_limits` takes one type");
        };
        let given = self.given(argument)?;
        let ty = match &given {
            crate::typing::scope::binding::Given::Type(ty) => ty.clone(),
            crate::typing::scope::binding::Given::Value(..) => INT,
        };
        let constant_of = match (ty.scalar(), &*name.text) {
            (Some(Scalar::Float), "max") => "FLT_MAX",
            (Some(Scalar::Float), "min") => "FLT_MIN",
            (Some(Scalar::Float), "epsilon") => "FLT_EPSILON",
            (Some(Scalar::Float), "infinity") => "INFINITY",
            (Some(Scalar::Float), "quiet_NaN") => "NAN",
            (Some(Scalar::Int), "max") => "INT_MAX",
            (Some(Scalar::Int), "min" | "lowest") => "INT_MIN",
            (Some(Scalar::Uint), "max") => "UINT_MAX",
            (Some(Scalar::Char), "max") => "CHAR_MAX",
            (Some(Scalar::Char), "min" | "lowest") => "CHAR_MIN",
            (Some(Scalar::Uchar), "max") => "UCHAR_MAX",
            (Some(Scalar::Short), "max") => "SHRT_MAX",
            (Some(Scalar::Short), "min" | "lowest") => "SHRT_MIN",
            (Some(Scalar::Ushort), "max") => "USHRT_MAX",
            (Some(Scalar::Float), "lowest") => {
                let least = Expr::literal(Number::Float(f32::MIN), FLOAT);
                return Ok(Value::Expr(least));
            }
            (Some(Scalar::Uint | Scalar::Uchar | Scalar::Ushort), "min" | "lowest") => {
                return Ok(Value::Expr(Expr::literal(Number::Int(0), ty)));
            }
            _ => "",
        };
        match constant(constant_of) {
            Some(value) => Ok(Value::Expr(Expr { ty, ..value })),
            None => fail(
                span,
                format!("`numeric_limits<{}>::{}` is not taken", self.type_name(&ty), name.text),
            ),
        }
    }
}
