//! Functions of numbers: those that WGSL has by another name, and the choice among the others.

use crate::error::{Result, Span, fail};
use crate::syntax::Binary;
use crate::typing::Typer;
use crate::typing::body::convert::common;
use crate::typing::body::value::Value;
use crate::typing::tree::{Expr, ExprKind, FLOAT, INT, Number, Scalar, Ty, UINT};

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
    OF_FLOAT.iter().any(|(found, _)| *found == name)
        || OF_FLOATS.iter().any(|(found, ..)| *found == name)
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
    fn made(&mut self, name: &'static str, values: Vec<Expr>, ty: Ty) -> Value {
        if let Some(value) = not_finite(name, &values) {
            return Value::Expr(Expr::literal(Number::Float(value), ty));
        }
        Value::Expr(self.folded(name, values, ty))
    }

    /// Makes a call of a function of WGSL, with its value if the numbers are known.
    fn folded(&mut self, name: &'static str, values: Vec<Expr>, ty: Ty) -> Expr {
        let value = whole_result(name, &values);
        Expr {
            kind: ExprKind::Intrinsic(name, values),
            ty,
            value,
            span: None,
            checked: false,
        }
    }

    pub(super) fn math(
        &mut self,
        name: &str,
        mut values: Vec<Expr>,
        span: Span,
    ) -> Result<Option<Value>> {
        let count = |wanted: usize| {
            if values.len() == wanted {
                Ok(())
            } else {
                fail(
                    span,
                    format!(
                        "`{name}` takes {wanted} arguments, and {} are given",
                        values.len()
                    ),
                )
            }
        };
        let is_whole = |value: &Expr| value.ty.scalar().is_some_and(Scalar::is_integer);
        let is_mean = name == "__hadd" && values.iter().all(is_whole);
        let mut operators = OPERATORS.iter().filter(|_| !is_mean);
        if let Some((_, operator)) = operators.find(|(found, _)| *found == name) {
            count(2)?;
            let right = values.pop().expect("two values");
            let left = values.pop().expect("two values");
            if *operator == Binary::Remainder {
                let (left, right) = (self.float(left), self.float(right));
                return Ok(Some(Value::Expr(self.arithmetic(
                    Binary::Remainder,
                    left,
                    right,
                ))));
            }
            let (left, right) = match operator {
                Binary::Divide if name.contains("div") && name != "__hdiv" => {
                    (self.float(left), self.float(right))
                }
                _ => (left, right),
            };
            return self
                .binary(*operator, left, right, span)
                .map(|value| Some(Value::Expr(value)));
        }
        let short = plain(name);
        if let Some((_, wgsl)) = OF_FLOAT.iter().find(|(found, _)| *found == short) {
            count(1)?;
            let value = self.float_like(values.remove(0));
            let ty = value.ty.clone();
            return Ok(Some(self.made(wgsl, vec![value], ty)));
        }
        if let Some((_, wgsl, wanted)) = OF_FLOATS.iter().find(|(found, ..)| *found == short) {
            count(*wanted)?;
            let values: Vec<Expr> = values
                .into_iter()
                .map(|value| self.float_like(value))
                .collect();
            let half = values
                .iter()
                .all(|value| value.ty == Ty::Scalar(Scalar::Half));
            let values: Vec<Expr> = if half {
                values
            } else {
                values.into_iter().map(|value| self.float(value)).collect()
            };
            if *wgsl == "pow" {
                return Ok(Some(Value::Expr(self.power(values))));
            }
            let ty = values[0].ty.clone();
            return Ok(Some(self.made(wgsl, values, ty)));
        }
        self.integer_math(name, values, span)
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
            _ if positive || ty != FLOAT => match self.made("pow", vec![base, exponent], ty) {
                Value::Expr(value) => value,
                _ => Expr::int(0),
            },
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

    fn integer_math(
        &mut self,
        name: &str,
        values: Vec<Expr>,
        _span: Span,
    ) -> Result<Option<Value>> {
        let scalars: Vec<Scalar> = values
            .iter()
            .filter_map(|value| value.ty.scalar())
            .collect();
        if scalars.len() != values.len() && name != "dot" {
            return Ok(None);
        }
        let uint = |typer: &mut Self, value: Expr| typer.convert_scalar(value, Scalar::Uint);
        Ok(Some(match (name, values.as_slice()) {
            ("min" | "max" | "umin" | "umax" | "imin" | "imax", [a, b]) => {
                let to = common(scalars[0], scalars[1]);
                let (a, b) = (
                    self.convert_scalar(a.clone(), to),
                    self.convert_scalar(b.clone(), to),
                );
                let function = if name.ends_with("min") { "min" } else { "max" };
                self.made(function, vec![a, b], Ty::Scalar(to))
            }
            ("abs" | "labs" | "llabs", [a]) => {
                let to = crate::typing::body::convert::promoted(scalars[0]);
                let value = self.convert_scalar(a.clone(), to);
                match to {
                    Scalar::Uint => Value::Expr(value),
                    _ => self.made("abs", vec![value], Ty::Scalar(to)),
                }
            }
            ("clamp", [value, low, high]) => {
                let to = common(common(scalars[0], scalars[1]), scalars[2]);
                let values = [value, low, high].map(|value| self.convert_scalar(value.clone(), to));
                self.made("clamp", values.to_vec(), Ty::Scalar(to))
            }
            ("__hadd", [a, b]) => {
                // The mean of two whole numbers, rounded down, without the carry of their sum.
                let (a, b) = (self.int_of(a.clone()), self.int_of(b.clone()));
                let (a, b) = (self.once("a", a), self.once("b", b));
                let both = self.arithmetic(Binary::And, a.clone(), b.clone());
                let one = self.arithmetic(Binary::Xor, a, b);
                let half = self.arithmetic(Binary::ShiftRight, one, Expr::int(1));
                Value::Expr(self.arithmetic(Binary::Add, both, half))
            }
            ("__popc" | "__popcll", [a]) => {
                let is_long = name == "__popcll" && matches!(scalars[0], Scalar::Int);
                let a = uint(self, a.clone());
                let a = if is_long { self.once("bits", a) } else { a };
                let bits = self.folded("countOneBits", vec![a.clone()], UINT);
                let bits = self.int_of(bits);
                if !is_long {
                    return Ok(Some(Value::Expr(bits)));
                }
                // A number of 64 bits repeats its sign in those that are not here.
                let sign = self.arithmetic(Binary::ShiftRight, a, Expr::uint(31));
                let sign = self.int_of(sign);
                let above = self.arithmetic(Binary::Multiply, sign, Expr::int(32));
                Value::Expr(self.arithmetic(Binary::Add, bits, above))
            }
            ("__clz", [a]) => {
                let a = uint(self, a.clone());
                let bits = self.folded("countLeadingZeros", vec![a], UINT);
                Value::Expr(self.int_of(bits))
            }
            ("__clzll", [a]) => {
                // The number has 64 bits, of which 32 are here.
                let is_signed = crate::typing::body::convert::promoted(scalars[0]) == Scalar::Int;
                let bits = uint(self, a.clone());
                let bits = self.once("bits", bits);
                let zeros = self.folded("countLeadingZeros", vec![bits.clone()], UINT);
                let zeros = self.int_of(zeros);
                let zeros = self.arithmetic(Binary::Add, zeros, Expr::int(32));
                if !is_signed {
                    return Ok(Some(Value::Expr(zeros)));
                }
                let is_negative =
                    self.arithmetic(Binary::GreaterEqual, bits, Expr::uint(0x8000_0000));
                Value::Expr(Expr::select(is_negative, Expr::int(0), zeros))
            }
            ("__ffs" | "__ffsll", [a]) => {
                let a = uint(self, a.clone());
                let bit = self.folded("firstTrailingBit", vec![a], UINT);
                let bit = self.int_of(bit);
                Value::Expr(self.arithmetic(Binary::Add, bit, Expr::int(1)))
            }
            ("__brev", [a]) => {
                let a = uint(self, a.clone());
                self.made("reverseBits", vec![a], UINT)
            }
            ("__float_as_int", [a]) => {
                let a = self.float(a.clone());
                Value::Expr(Expr::new(ExprKind::Bitcast(Box::new(a)), INT))
            }
            ("__float_as_uint", [a]) => {
                let a = self.float(a.clone());
                Value::Expr(Expr::new(ExprKind::Bitcast(Box::new(a)), UINT))
            }
            ("__int_as_float", [a]) => {
                let a = self.int_of(a.clone());
                Value::Expr(self.bits_as_float(a))
            }
            ("__uint_as_float", [a]) => {
                let a = uint(self, a.clone());
                Value::Expr(self.bits_as_float(a))
            }
            (
                "__float2int_rn" | "__float2int_rz" | "__float2int_rd" | "__float2int_ru"
                | "__float2uint_rn" | "__float2uint_rz" | "__float2uint_rd" | "__float2uint_ru"
                | "__float2ll_rn" | "__float2ll_rz" | "__float2ll_rd" | "__float2ll_ru" | "lrintf"
                | "lrint",
                [a],
            ) => {
                let rounding = match name.rsplit('_').next() {
                    Some("rz") => "trunc",
                    Some("rd") => "floor",
                    Some("ru") => "ceil",
                    _ => "round",
                };
                let a = self.float(a.clone());
                let rounded = Expr::new(ExprKind::Intrinsic(rounding, vec![a]), FLOAT);
                let to = if name.contains("uint") {
                    Scalar::Uint
                } else {
                    Scalar::Int
                };
                let saturates = name.starts_with("__float2int") || name.starts_with("__float2uint");
                if !saturates {
                    return Ok(Some(Value::Expr(self.convert_scalar(rounded, to))));
                }
                // CUDA's largest value; WGSL stops at the largest one that a float has.
                let (bound, most) = match to {
                    Scalar::Uint => (4_294_967_296.0, Expr::uint(u32::MAX)),
                    _ => (2_147_483_648.0, Expr::int(i64::from(i32::MAX))),
                };
                let rounded = self.once("rounded", rounded);
                let bound = Expr::literal(Number::Float(bound), FLOAT);
                let is_over = self.arithmetic(Binary::GreaterEqual, rounded.clone(), bound);
                let value = self.convert_scalar(rounded, to);
                Value::Expr(Expr::select(is_over, most, value))
            }
            ("__int2float_rn" | "__uint2float_rn" | "__half2float" | "__low2float", [a]) => {
                let a = match name {
                    "__half2float" | "__low2float" => a.clone(),
                    _ if name.starts_with("__uint") => uint(self, a.clone()),
                    _ => self.int_of(a.clone()),
                };
                Value::Expr(self.float(a))
            }
            ("__float2half" | "__float2half_rn" | "__int2half_rn", [a]) => {
                Value::Expr(self.convert_scalar(a.clone(), Scalar::Half))
            }
            ("__hfma", [a, b, c]) => {
                let values =
                    [a, b, c].map(|value| self.convert_scalar(value.clone(), Scalar::Half));
                self.made("fma", values.to_vec(), Ty::Scalar(Scalar::Half))
            }
            ("__fmaf_rn" | "fmaf_rn", [a, b, c]) => {
                let values = [a, b, c].map(|value| self.float(value.clone()));
                self.made("fma", values.to_vec(), FLOAT)
            }
            ("__frcp_rn", [a]) => {
                let a = self.float(a.clone());
                Value::Expr(self.arithmetic(
                    Binary::Divide,
                    Expr::literal(Number::Float(1.0), FLOAT),
                    a,
                ))
            }
            ("__fsqrt_rn", [a]) => {
                let a = self.float(a.clone());
                self.made("sqrt", vec![a], FLOAT)
            }
            ("isnan", [a]) => {
                let a = self.float(a.clone());
                let bits = self.magnitude(a);
                Value::Expr(self.arithmetic(Binary::Greater, bits, Expr::uint(0x7f80_0000)))
            }
            ("isinf", [a]) => {
                let a = self.float(a.clone());
                let bits = self.magnitude(a);
                Value::Expr(self.arithmetic(Binary::Equal, bits, Expr::uint(0x7f80_0000)))
            }
            ("isfinite", [a]) => {
                let a = self.float(a.clone());
                let bits = self.magnitude(a);
                Value::Expr(self.arithmetic(Binary::Less, bits, Expr::uint(0x7f80_0000)))
            }
            ("signbit", [a]) => {
                let a = self.float(a.clone());
                let bits = Expr::new(ExprKind::Bitcast(Box::new(a)), UINT);
                Value::Expr(self.arithmetic(Binary::GreaterEqual, bits, Expr::uint(0x8000_0000)))
            }
            ("copysignf" | "copysign", [a, b]) => {
                let (a, b) = (self.float(a.clone()), self.float(b.clone()));
                let size = self.magnitude(a);
                let sign = Expr::new(ExprKind::Bitcast(Box::new(b)), UINT);
                let sign = self.arithmetic(Binary::And, sign, Expr::uint(0x8000_0000));
                let bits = self.arithmetic(Binary::Or, size, sign);
                Value::Expr(Expr::new(ExprKind::Bitcast(Box::new(bits)), FLOAT))
            }
            ("log10f" | "log10" | "__log10f", [a]) => {
                let a = self.float(a.clone());
                let log = Expr::new(ExprKind::Intrinsic("log2", vec![a]), FLOAT);
                Value::Expr(self.arithmetic(
                    Binary::Multiply,
                    log,
                    Expr::literal(Number::Float(std::f32::consts::LOG10_2), FLOAT),
                ))
            }
            ("exp10f" | "exp10" | "__exp10f", [a]) => {
                let a = self.float(a.clone());
                self.made(
                    "pow",
                    vec![Expr::literal(Number::Float(10.0), FLOAT), a],
                    FLOAT,
                )
            }
            ("log1pf" | "log1p" | "expm1f" | "expm1", [a]) => {
                let helper = if name.starts_with('l') {
                    "log_of_sum"
                } else {
                    "power_less_one"
                };
                self.module.helpers.insert(helper);
                let a = self.float(a.clone());
                Value::Expr(Expr::new(ExprKind::Helper(helper, vec![a]), FLOAT))
            }
            ("hypotf" | "hypot", [a, b]) => {
                let (a, b) = (self.float(a.clone()), self.float(b.clone()));
                let pair = Expr::new(ExprKind::Compose(vec![a, b]), Ty::Vector(Scalar::Float, 2));
                self.made("length", vec![pair], FLOAT)
            }
            ("fdimf" | "fdim", [a, b]) => {
                let (a, b) = (self.float(a.clone()), self.float(b.clone()));
                let distance = self.arithmetic(Binary::Subtract, a, b);
                self.made(
                    "max",
                    vec![distance, Expr::literal(Number::Float(0.0), FLOAT)],
                    FLOAT,
                )
            }
            ("roundf" | "round" | "lroundf" | "lround", [a]) => {
                let a = self.float(a.clone());
                self.module.helpers.insert("round_away");
                let rounded = Expr::new(ExprKind::Helper("round_away", vec![a]), FLOAT);
                if name.starts_with('l') {
                    Value::Expr(self.int_of(rounded))
                } else {
                    Value::Expr(rounded)
                }
            }
            ("cbrtf" | "cbrt" | "rcbrtf" | "rcbrt", [a]) => {
                let a = self.float(a.clone());
                self.module.helpers.insert("cube_root");
                let root = Expr::new(ExprKind::Helper("cube_root", vec![a]), FLOAT);
                Value::Expr(if name.starts_with('r') {
                    self.reciprocal(root)
                } else {
                    root
                })
            }
            ("rhypotf" | "rhypot", [a, b]) => {
                let (a, b) = (self.float(a.clone()), self.float(b.clone()));
                let pair = Expr::new(ExprKind::Compose(vec![a, b]), Ty::Vector(Scalar::Float, 2));
                let length = Expr::new(ExprKind::Intrinsic("length", vec![pair]), FLOAT);
                Value::Expr(self.reciprocal(length))
            }
            ("remainderf" | "remainder" | "drem", [a, b]) => {
                // The rest to the nearest whole quotient, of two equally near ones to the even.
                let (a, b) = (self.float(a.clone()), self.float(b.clone()));
                let (a, b) = (self.once("a", a), self.once("b", b));
                let quotient = self.arithmetic(Binary::Divide, a.clone(), b.clone());
                let quotient = Expr::new(ExprKind::Intrinsic("round", vec![quotient]), FLOAT);
                let whole = self.arithmetic(Binary::Multiply, quotient, b);
                Value::Expr(self.arithmetic(Binary::Subtract, a, whole))
            }
            ("erff" | "erf" | "normcdff" | "normcdf", [a]) => {
                self.module.helpers.insert("error_function");
                let mut a = self.float(a.clone());
                let float = |value| Expr::literal(Number::Float(value), FLOAT);
                if name.starts_with("norm") {
                    a = self.arithmetic(
                        Binary::Multiply,
                        a,
                        float(std::f32::consts::FRAC_1_SQRT_2),
                    );
                }
                let erf = Expr::new(ExprKind::Helper("error_function", vec![a]), FLOAT);
                Value::Expr(match name {
                    "erff" | "erf" => erf,
                    _ => {
                        let sum = self.arithmetic(Binary::Add, float(1.0), erf);
                        self.arithmetic(Binary::Multiply, float(0.5), sum)
                    }
                })
            }
            ("norm3df" | "norm3d" | "rnorm3df" | "norm4df" | "rnorm4df", values)
                if matches!(values.len(), 3 | 4) =>
            {
                let parts: Vec<Expr> = values
                    .iter()
                    .map(|value| self.float(value.clone()))
                    .collect();
                let size = parts.len() as u8;
                let whole = Expr::new(ExprKind::Compose(parts), Ty::Vector(Scalar::Float, size));
                let length = Expr::new(ExprKind::Intrinsic("length", vec![whole]), FLOAT);
                Value::Expr(if name.starts_with('r') {
                    self.reciprocal(length)
                } else {
                    length
                })
            }
            ("ldexpf" | "ldexp" | "scalbnf", [a, by]) => {
                let (a, by) = (self.float(a.clone()), self.int_of(by.clone()));
                self.made("ldexp", vec![a, by], FLOAT)
            }
            ("__double_as_longlong" | "__double2int_bits", [a]) => {
                let a = self.float(a.clone());
                Value::Expr(Expr::new(ExprKind::Bitcast(Box::new(a)), INT))
            }
            ("__longlong_as_double", [a]) => {
                let a = self.int_of(a.clone());
                Value::Expr(Expr::new(ExprKind::Bitcast(Box::new(a)), FLOAT))
            }
            ("__umulhi", [a, b]) => {
                self.module.helpers.insert("mul_high");
                let (a, b) = (uint(self, a.clone()), uint(self, b.clone()));
                Value::Expr(Expr::new(ExprKind::Helper("mul_high", vec![a, b]), UINT))
            }
            ("__mulhi", [a, b]) => {
                self.module.helpers.insert("mul_high");
                self.module.helpers.insert("mul_high_signed");
                let (a, b) = (self.int_of(a.clone()), self.int_of(b.clone()));
                Value::Expr(Expr::new(
                    ExprKind::Helper("mul_high_signed", vec![a, b]),
                    INT,
                ))
            }
            ("__mul24" | "__umul24", [a, b]) => {
                // The lower 24 bits of both.
                let mut side = |value: &Expr| match name {
                    "__umul24" => {
                        let value = uint(self, value.clone());
                        self.arithmetic(Binary::And, value, Expr::uint(0x00ff_ffff))
                    }
                    _ => {
                        let value = self.int_of(value.clone());
                        let parts = vec![value, Expr::uint(0), Expr::uint(24)];
                        Expr::new(ExprKind::Intrinsic("extractBits", parts), INT)
                    }
                };
                let (a, b) = (side(a), side(b));
                Value::Expr(self.arithmetic(Binary::Multiply, a, b))
            }
            ("__byte_perm", [a, b, c]) => {
                self.module.helpers.insert("byte_permute");
                let values = [a, b, c].map(|value| uint(self, value.clone()));
                Value::Expr(Expr::new(
                    ExprKind::Helper("byte_permute", values.to_vec()),
                    UINT,
                ))
            }
            ("__funnelshift_l" | "__funnelshift_r", [low, high, by]) => {
                let helper = if name.ends_with('l') {
                    "funnel_shift_left"
                } else {
                    "funnel_shift_right"
                };
                self.module.helpers.insert(helper);
                let values = [low, high, by].map(|value| uint(self, value.clone()));
                Value::Expr(Expr::new(ExprKind::Helper(helper, values.to_vec()), UINT))
            }
            ("__dp4a", [a, b, c]) => {
                let signed = scalars[0] != Scalar::Uint && scalars[1] != Scalar::Uint;
                let (helper, ty) = if signed {
                    ("dot_of_bytes", INT)
                } else {
                    ("dot_of_unsigned_bytes", UINT)
                };
                self.module.helpers.insert(helper);
                let to = if signed { Scalar::Int } else { Scalar::Uint };
                let values = [a, b, c].map(|value| self.convert_scalar(value.clone(), to));
                Value::Expr(Expr::new(ExprKind::Helper(helper, values.to_vec()), ty))
            }
            ("__sad" | "__usad", [a, b, c]) => {
                let signed = name == "__sad";
                let to = if signed { Scalar::Int } else { Scalar::Uint };
                let (a, b) = (
                    self.convert_scalar(a.clone(), to),
                    self.convert_scalar(b.clone(), to),
                );
                let ty = Ty::Scalar(to);
                let (a, b) = (self.once("a", a), self.once("b", b));
                let most = Expr::new(
                    ExprKind::Intrinsic("max", vec![a.clone(), b.clone()]),
                    ty.clone(),
                );
                let least = Expr::new(ExprKind::Intrinsic("min", vec![a, b]), ty);
                let distance = self.arithmetic(Binary::Subtract, most, least);
                let distance = uint(self, distance);
                let c = uint(self, c.clone());
                Value::Expr(self.arithmetic(Binary::Add, distance, c))
            }
            _ => return Ok(None),
        }))
    }

    fn reciprocal(&mut self, value: Expr) -> Expr {
        let one = Expr::literal(Number::Float(1.0), FLOAT);
        self.arithmetic(Binary::Divide, one, value)
    }

    /// Returns the float that bits are.
    fn bits_as_float(&mut self, bits: Expr) -> Expr {
        match bits.known().map(|bits| f32::from_bits(bits as u32)) {
            Some(value) if !value.is_finite() => Expr::literal(Number::Float(value), FLOAT),
            _ => Expr::new(ExprKind::Bitcast(Box::new(bits)), FLOAT),
        }
    }

    /// Returns the bits of a float without its sign.
    fn magnitude(&mut self, value: Expr) -> Expr {
        let bits = Expr::new(ExprKind::Bitcast(Box::new(value)), UINT);
        self.arithmetic(Binary::And, bits, Expr::uint(0x7fff_ffff))
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
    scalar
        .is_integer()
        .then(|| crate::typing::body::convert::number_as(Number::Int(value), scalar))
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
