//! Functions of numbers: those that WGSL has by another name or as an operator, and the choice among the others.

use crate::error::{Result, Span, fail};
use crate::syntax::Binary;
use crate::typing::Typer;
use crate::typing::body::convert::number_as;
use crate::typing::tree::{Expr, ExprKind, FLOAT, Number, Scalar, Ty};

/// Functions of one float: CUDA's name without `__` and `f`, and WGSL's.
const OF_FLOAT: &[(&str, &str)] = &[
    ("sqrt", "sqrt"),
    ("rsqrt", "inverseSqrt"),
    ("exp", "exp"),
    ("exp2", "exp2"),
    ("log", "log"),
    ("log2", "log2"),
    ("sin", "sin"),
    ("cos", "cos"),
    ("tan", "tan"),
    ("asin", "asin"),
    ("acos", "acos"),
    ("atan", "atan"),
    ("sinh", "sinh"),
    ("cosh", "cosh"),
    ("tanh", "tanh"),
    ("asinh", "asinh"),
    ("acosh", "acosh"),
    ("atanh", "atanh"),
    ("floor", "floor"),
    ("ceil", "ceil"),
    ("trunc", "trunc"),
    ("rint", "round"),
    ("nearbyint", "round"),
    ("fabs", "abs"),
    ("saturate", "saturate"),
];

/// Functions of several floats.
const OF_FLOATS: &[(&str, &str, usize)] = &[
    ("pow", "pow", 2),
    ("fmin", "min", 2),
    ("fmax", "max", 2),
    ("atan2", "atan2", 2),
    ("fma", "fma", 3),
    ("lerp", "mix", 3),
];

/// Operators in the form of functions.
const OPERATORS: &[(&str, Binary)] = &[
    ("__fadd_rn", Binary::Add),
    ("__fsub_rn", Binary::Subtract),
    ("__fmul_rn", Binary::Multiply),
    ("__fdiv_rn", Binary::Divide),
    ("__fdividef", Binary::Divide),
    ("fdividef", Binary::Divide),
    ("fmodf", Binary::Remainder),
    ("fmod", Binary::Remainder),
    ("__hadd", Binary::Add),
    ("__hsub", Binary::Subtract),
    ("__hmul", Binary::Multiply),
    ("__hdiv", Binary::Divide),
    ("__hadd2", Binary::Add),
    ("__hmul2", Binary::Multiply),
    ("__hlt", Binary::Less),
    ("__hgt", Binary::Greater),
    ("__hle", Binary::LessEqual),
    ("__hge", Binary::GreaterEqual),
    ("__hne", Binary::NotEqual),
    ("__dadd_rn", Binary::Add),
    ("__dsub_rn", Binary::Subtract),
    ("__dmul_rn", Binary::Multiply),
    ("__ddiv_rn", Binary::Divide),
    ("__heq", Binary::Equal),
];

/// Returns true for a function of numbers by its name without prefix and suffix.
pub(super) fn is_of_floats(name: &str) -> bool {
    OF_FLOAT.iter().any(|(function, _)| *function == name) || OF_FLOATS.iter().any(|(function, ..)| *function == name)
}

/// Returns the name without the prefix and suffix of its kind: `__expf` is `exp`.
pub(super) fn plain(name: &str) -> &str {
    let name = name.strip_prefix("__").unwrap_or(name);
    match name.strip_suffix('f') {
        Some(short) if is_of_floats(short) => short,
        _ => name,
    }
}

impl Typer<'_> {
    /// Makes a call of a function of WGSL, or the value that WGSL refuses as a constant.
    pub(super) fn made(&mut self, name: &'static str, values: Vec<Expr>, ty: Ty) -> Expr {
        match not_finite(name, &values) {
            Some(value) => Expr::literal(Number::Float(value), ty),
            None => self.folded(name, values, ty),
        }
    }

    /// Makes a call of a function of WGSL, with its value if the numbers are known.
    pub(super) fn folded(&mut self, name: &'static str, values: Vec<Expr>, ty: Ty) -> Expr {
        let value = whole_result(name, &values);
        Expr {
            kind: ExprKind::Intrinsic(name, values),
            ty,
            value,
            span: None,
            checked: false,
        }
    }

    /// Returns the value of a function of numbers; `None` if there is none of this name.
    pub(super) fn math(&mut self, name: &str, mut values: Vec<Expr>, span: Span) -> Result<Option<Expr>> {
        let count = |wanted: usize| {
            if values.len() == wanted {
                Ok(())
            } else {
                fail(
                    span,
                    format!("`{name}` takes {wanted} arguments, and {} are given", values.len()),
                )
            }
        };
        let is_whole = |value: &Expr| value.ty.scalar().is_some_and(Scalar::is_integer);
        let is_mean = name == "__hadd" && values.iter().all(is_whole);
        let mut operators = OPERATORS.iter().filter(|_| !is_mean);
        if let Some((_, operator)) = operators.find(|(function, _)| *function == name) {
            count(2)?;
            let right = values.pop().expect("two values");
            let left = values.pop().expect("two values");
            if *operator == Binary::Remainder {
                let (left, right) = (self.float(left), self.float(right));
                return Ok(Some(self.arithmetic(Binary::Remainder, left, right)));
            }
            let (left, right) = match operator {
                Binary::Divide if name.contains("div") && name != "__hdiv" => (self.float(left), self.float(right)),
                _ => (left, right),
            };
            return self.binary(*operator, left, right, span).map(Some);
        }
        let short = plain(name);
        if let Some((_, wgsl)) = OF_FLOAT.iter().find(|(function, _)| *function == short) {
            count(1)?;
            let value = self.float_like(values.remove(0));
            let ty = value.ty.clone();
            return Ok(Some(self.made(wgsl, vec![value], ty)));
        }
        if let Some((_, wgsl, wanted)) = OF_FLOATS.iter().find(|(other, ..)| *other == short) {
            count(*wanted)?;
            let values: Vec<Expr> = values.into_iter().map(|value| self.float_like(value)).collect();
            let half = values.iter().all(|value| value.ty == Ty::Scalar(Scalar::Half));
            let values: Vec<Expr> = if half {
                values
            } else {
                values.into_iter().map(|value| self.float(value)).collect()
            };
            if *wgsl == "pow" {
                return Ok(Some(self.power(values)));
            }
            let ty = values[0].ty.clone();
            return Ok(Some(self.made(wgsl, values, ty)));
        }
        Ok(self.composed(name, &values))
    }

    /// Returns a power. WGSL's has no value for a base below zero, where C's has one for whole exponents.
    fn power(&mut self, mut values: Vec<Expr>) -> Expr {
        let ty = values[0].ty.clone();
        let (Some(exponent), Some(base)) = (values.pop(), values.pop()) else {
            return Expr::new(ExprKind::Zero, ty);
        };
        let positive = matches!(base.value, Some(Number::Float(base)) if base > 0.0);
        match exponent.value {
            Some(Number::Float(1.0)) => base,
            Some(Number::Float(power)) if power == 2.0 || power == 3.0 => {
                let base = self.once("base", base);
                let square = self.arithmetic(Binary::Multiply, base.clone(), base.clone());
                if power == 3.0 {
                    self.arithmetic(Binary::Multiply, square, base)
                } else {
                    square
                }
            }
            _ if positive || ty != FLOAT => self.made("pow", vec![base, exponent], ty),
            _ => {
                self.module.helpers.insert("power");
                Expr::new(ExprKind::Helper("power", vec![base, exponent]), ty)
            }
        }
    }

    /// `half` stays; everything else becomes `float`.
    fn float_like(&mut self, value: Expr) -> Expr {
        match value.ty {
            Ty::Scalar(Scalar::Half) => value,
            _ => self.float(value),
        }
    }

    /// Returns the value of a function that WGSL does not have by one name.
    fn composed(&mut self, name: &str, values: &[Expr]) -> Option<Expr> {
        let scalars: Option<Vec<Scalar>> = values.iter().map(|value| value.ty.scalar()).collect();
        let scalars = scalars?;
        self.integer_function(name, values, &scalars)
            .or_else(|| self.bit_function(name, values, &scalars))
            .or_else(|| self.number_conversion(name, values))
            .or_else(|| self.float_function(name, values))
            .or_else(|| self.power_function(name, values))
            .or_else(|| self.length_function(name, values))
            .or_else(|| self.float_class(name, values))
    }
}

/// Returns the value of a function of known whole numbers: WGSL computes it too, and refuses what does not fit its type.
fn whole_result(name: &str, values: &[Expr]) -> Option<Number> {
    let numbers: Option<Vec<i64>> = values.iter().map(Expr::known).collect();
    let value = match (name, numbers?.as_slice()) {
        ("min", [a, b]) => *a.min(b),
        ("max", [a, b]) => *a.max(b),
        ("clamp", [value, low, high]) => (*value.max(low)).min(*high),
        ("abs", [a]) => a.abs(),
        ("countOneBits", [a]) => i64::from((*a as u32).count_ones()),
        ("countLeadingZeros", [a]) => i64::from((*a as u32).leading_zeros()),
        ("firstTrailingBit", [0]) => i64::from(u32::MAX),
        ("firstTrailingBit", [a]) => i64::from(a.trailing_zeros()),
        ("reverseBits", [a]) => i64::from((*a as u32).reverse_bits()),
        _ => return None,
    };
    let scalar = values.first()?.ty.scalar()?;
    scalar.is_integer().then(|| number_as(Number::Int(value), scalar))
}

/// Returns the value of a function of known numbers that is not finite: WGSL refuses such a constant.
fn not_finite(name: &str, values: &[Expr]) -> Option<f32> {
    let numbers: Option<Vec<f64>> = values
        .iter()
        .map(|value| match value.value? {
            Number::Float(value) => Some(f64::from(value)),
            Number::Int(value) => Some(value as f64),
        })
        .collect();
    let value = match (name, numbers?.as_slice()) {
        ("sqrt", [a]) => a.sqrt(),
        ("inverseSqrt", [a]) => 1.0 / a.sqrt(),
        ("exp", [a]) => a.exp(),
        ("exp2", [a]) => a.exp2(),
        ("log", [a]) => a.ln(),
        ("log2", [a]) => a.log2(),
        ("asin", [a]) => a.asin(),
        ("acos", [a]) => a.acos(),
        ("sinh", [a]) => a.sinh(),
        ("cosh", [a]) => a.cosh(),
        ("atanh", [a]) => a.atanh(),
        ("acosh", [a]) => a.acosh(),
        ("pow", [a, b]) => a.powf(*b),
        _ => return None,
    } as f32;
    (!value.is_finite()).then_some(value)
}
