//! Functions of floats that WGSL does not have by one name.

use crate::syntax::Binary;
use crate::typing::Typer;
use crate::typing::tree::{Expr, ExprKind, FLOAT, Number, Scalar, Ty, UINT};

impl Typer<'_> {
    /// Returns the value of arithmetic of floats, or of a rounding.
    pub(super) fn float_function(&mut self, name: &str, values: &[Expr]) -> Option<Expr> {
        Some(match (name, values) {
            ("__hfma", [a, b, c]) => {
                let values = [a, b, c].map(|value| self.convert_scalar(value.clone(), Scalar::Half));
                self.made("fma", values.to_vec(), Ty::Scalar(Scalar::Half))
            }
            ("__fmaf_rn" | "fmaf_rn", [a, b, c]) => {
                let values = [a, b, c].map(|value| self.float(value.clone()));
                self.made("fma", values.to_vec(), FLOAT)
            }
            ("__frcp_rn", [a]) => {
                let a = self.float(a.clone());
                self.reciprocal(a)
            }
            ("__fsqrt_rn", [a]) => {
                let a = self.float(a.clone());
                self.made("sqrt", vec![a], FLOAT)
            }
            ("fdimf" | "fdim", [a, b]) => {
                let (a, b) = (self.float(a.clone()), self.float(b.clone()));
                let distance = self.arithmetic(Binary::Subtract, a, b);
                self.made("max", vec![distance, literal(0.0)], FLOAT)
            }
            ("roundf" | "round" | "lroundf" | "lround", [a]) => {
                let a = self.float(a.clone());
                self.module.helpers.insert("round_away");
                let rounded = Expr::new(ExprKind::Helper("round_away", vec![a]), FLOAT);
                if name.starts_with('l') {
                    self.int_of(rounded)
                } else {
                    rounded
                }
            }
            ("remainderf" | "remainder" | "drem", [a, b]) => {
                // The rest to the nearest whole quotient, of two equally near ones to the even.
                let (a, b) = (self.float(a.clone()), self.float(b.clone()));
                let (a, b) = (self.once("a", a), self.once("b", b));
                let quotient = self.arithmetic(Binary::Divide, a.clone(), b.clone());
                let quotient = Expr::new(ExprKind::Intrinsic("round", vec![quotient]), FLOAT);
                let whole = self.arithmetic(Binary::Multiply, quotient, b);
                self.arithmetic(Binary::Subtract, a, whole)
            }
            _ => return None,
        })
    }

    /// Returns the value of a power, a root, a logarithm, or the error function.
    pub(super) fn power_function(&mut self, name: &str, values: &[Expr]) -> Option<Expr> {
        Some(match (name, values) {
            ("log10f" | "log10" | "__log10f", [a]) => {
                let a = self.float(a.clone());
                let log = Expr::new(ExprKind::Intrinsic("log2", vec![a]), FLOAT);
                self.arithmetic(Binary::Multiply, log, literal(std::f32::consts::LOG10_2))
            }
            ("exp10f" | "exp10" | "__exp10f", [a]) => {
                let a = self.float(a.clone());
                self.made("pow", vec![literal(10.0), a], FLOAT)
            }
            ("log1pf" | "log1p" | "expm1f" | "expm1", [a]) => {
                let helper = if name.starts_with('l') {
                    "log_of_sum"
                } else {
                    "power_less_one"
                };
                self.module.helpers.insert(helper);
                let a = self.float(a.clone());
                Expr::new(ExprKind::Helper(helper, vec![a]), FLOAT)
            }
            ("cbrtf" | "cbrt" | "rcbrtf" | "rcbrt", [a]) => {
                let a = self.float(a.clone());
                self.module.helpers.insert("cube_root");
                let root = Expr::new(ExprKind::Helper("cube_root", vec![a]), FLOAT);
                if name.starts_with('r') {
                    self.reciprocal(root)
                } else {
                    root
                }
            }
            ("ldexpf" | "ldexp" | "scalbnf", [a, by]) => {
                let (a, by) = (self.float(a.clone()), self.int_of(by.clone()));
                self.made("ldexp", vec![a, by], FLOAT)
            }
            ("erff" | "erf" | "normcdff" | "normcdf", [a]) => {
                self.module.helpers.insert("error_function");
                let mut a = self.float(a.clone());
                if name.starts_with("norm") {
                    let factor = literal(std::f32::consts::FRAC_1_SQRT_2);
                    a = self.arithmetic(Binary::Multiply, a, factor);
                }
                let erf = Expr::new(ExprKind::Helper("error_function", vec![a]), FLOAT);
                match name {
                    "erff" | "erf" => erf,
                    _ => {
                        let sum = self.arithmetic(Binary::Add, literal(1.0), erf);
                        self.arithmetic(Binary::Multiply, literal(0.5), sum)
                    }
                }
            }
            _ => return None,
        })
    }

    /// Returns the length of a vector of the arguments, or one divided by it.
    pub(super) fn length_function(&mut self, name: &str, values: &[Expr]) -> Option<Expr> {
        let is_taken = match name {
            "hypotf" | "hypot" | "rhypotf" | "rhypot" => values.len() == 2,
            "norm3df" | "norm3d" | "rnorm3df" | "norm4df" | "rnorm4df" => {
                matches!(values.len(), 3 | 4)
            }
            _ => false,
        };
        if !is_taken {
            return None;
        }
        let numbers = values.iter().map(|value| self.float(value.clone()));
        let numbers: Vec<Expr> = numbers.collect();
        let ty = Ty::Vector(Scalar::Float, numbers.len() as u8);
        let vector = Expr::new(ExprKind::Compose(numbers), ty);
        let length = Expr::new(ExprKind::Intrinsic("length", vec![vector]), FLOAT);
        Some(if name.starts_with('r') {
            self.reciprocal(length)
        } else {
            length
        })
    }

    /// Returns the value of a function that looks at the sign and at the bits of the exponent.
    pub(super) fn float_class(&mut self, name: &str, values: &[Expr]) -> Option<Expr> {
        Some(match (name, values) {
            ("isnan" | "isinf" | "isfinite", [a]) => {
                let operator = match name {
                    "isnan" => Binary::Greater,
                    "isinf" => Binary::Equal,
                    _ => Binary::Less,
                };
                let a = self.float(a.clone());
                let bits = self.magnitude(a);
                self.arithmetic(operator, bits, Expr::uint(0x7f80_0000))
            }
            ("signbit", [a]) => {
                let a = self.float(a.clone());
                let bits = Expr::new(ExprKind::Bitcast(Box::new(a)), UINT);
                self.arithmetic(Binary::GreaterEqual, bits, Expr::uint(0x8000_0000))
            }
            ("copysignf" | "copysign", [a, b]) => {
                let (a, b) = (self.float(a.clone()), self.float(b.clone()));
                let size = self.magnitude(a);
                let sign = Expr::new(ExprKind::Bitcast(Box::new(b)), UINT);
                let sign = self.arithmetic(Binary::And, sign, Expr::uint(0x8000_0000));
                let bits = self.arithmetic(Binary::Or, size, sign);
                Expr::new(ExprKind::Bitcast(Box::new(bits)), FLOAT)
            }
            _ => return None,
        })
    }

    fn reciprocal(&mut self, value: Expr) -> Expr {
        self.arithmetic(Binary::Divide, literal(1.0), value)
    }

    /// Returns the bits of a float without its sign.
    fn magnitude(&mut self, value: Expr) -> Expr {
        let bits = Expr::new(ExprKind::Bitcast(Box::new(value)), UINT);
        self.arithmetic(Binary::And, bits, Expr::uint(0x7fff_ffff))
    }
}

fn literal(value: f32) -> Expr {
    Expr::literal(Number::Float(value), FLOAT)
}
