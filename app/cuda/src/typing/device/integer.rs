//! Functions of whole numbers and of their bits that WGSL does not have by one name.

use crate::syntax::Binary;
use crate::typing::Typer;
use crate::typing::body::convert::{common, promoted};
use crate::typing::tree::{Expr, ExprKind, INT, Scalar, Ty, UINT};

impl Typer<'_> {
    /// Returns the value of a function of whole numbers.
    pub(super) fn integer_function(&mut self, name: &str, values: &[Expr], scalars: &[Scalar]) -> Option<Expr> {
        Some(match (name, values) {
            ("min" | "max" | "umin" | "umax" | "imin" | "imax", [a, b]) => {
                let to = common(scalars[0], scalars[1]);
                let values = [a, b].map(|value| self.convert_scalar(value.clone(), to));
                let function = if name.ends_with("min") { "min" } else { "max" };
                self.made(function, values.to_vec(), Ty::Scalar(to))
            }
            ("abs" | "labs" | "llabs", [a]) => {
                let to = promoted(scalars[0]);
                let value = self.convert_scalar(a.clone(), to);
                match to {
                    Scalar::Uint => value,
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
                self.arithmetic(Binary::Add, both, half)
            }
            ("__umulhi", [a, b]) => {
                self.module.helpers.insert("mul_high");
                let (a, b) = (self.uint_of(a.clone()), self.uint_of(b.clone()));
                Expr::new(ExprKind::Helper("mul_high", vec![a, b]), UINT)
            }
            ("__mulhi", [a, b]) => {
                self.module.helpers.insert("mul_high");
                self.module.helpers.insert("mul_high_signed");
                let (a, b) = (self.int_of(a.clone()), self.int_of(b.clone()));
                Expr::new(ExprKind::Helper("mul_high_signed", vec![a, b]), INT)
            }
            ("__mul24" | "__umul24", [a, b]) => {
                // The lower 24 bits of both.
                let mut side = |value: &Expr| match name {
                    "__umul24" => {
                        let value = self.uint_of(value.clone());
                        self.arithmetic(Binary::And, value, Expr::uint(0x00ff_ffff))
                    }
                    _ => {
                        let value = self.int_of(value.clone());
                        let parts = vec![value, Expr::uint(0), Expr::uint(24)];
                        Expr::new(ExprKind::Intrinsic("extractBits", parts), INT)
                    }
                };
                let (a, b) = (side(a), side(b));
                self.arithmetic(Binary::Multiply, a, b)
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
                Expr::new(ExprKind::Helper(helper, values.to_vec()), ty)
            }
            ("__sad" | "__usad", [a, b, c]) => {
                let signed = name == "__sad";
                let to = if signed { Scalar::Int } else { Scalar::Uint };
                let (a, b) = (self.convert_scalar(a.clone(), to), self.convert_scalar(b.clone(), to));
                let ty = Ty::Scalar(to);
                let (a, b) = (self.once("a", a), self.once("b", b));
                let most = Expr::new(ExprKind::Intrinsic("max", vec![a.clone(), b.clone()]), ty.clone());
                let least = Expr::new(ExprKind::Intrinsic("min", vec![a, b]), ty);
                let distance = self.arithmetic(Binary::Subtract, most, least);
                let distance = self.uint_of(distance);
                let c = self.uint_of(c.clone());
                self.arithmetic(Binary::Add, distance, c)
            }
            _ => return None,
        })
    }

    /// Returns the value of a function of the bits of a number.
    pub(super) fn bit_function(&mut self, name: &str, values: &[Expr], scalars: &[Scalar]) -> Option<Expr> {
        Some(match (name, values) {
            ("__popc" | "__popcll", [a]) => {
                let is_long = name == "__popcll" && matches!(scalars[0], Scalar::Int);
                let a = self.uint_of(a.clone());
                let a = if is_long { self.once("bits", a) } else { a };
                let bits = self.folded("countOneBits", vec![a.clone()], UINT);
                let bits = self.int_of(bits);
                if !is_long {
                    return Some(bits);
                }
                // A number of 64 bits repeats its sign in those that are not here.
                let sign = self.arithmetic(Binary::ShiftRight, a, Expr::uint(31));
                let sign = self.int_of(sign);
                let above = self.arithmetic(Binary::Multiply, sign, Expr::int(32));
                self.arithmetic(Binary::Add, bits, above)
            }
            ("__clz", [a]) => {
                let a = self.uint_of(a.clone());
                let bits = self.folded("countLeadingZeros", vec![a], UINT);
                self.int_of(bits)
            }
            ("__clzll", [a]) => {
                // The number has 64 bits, of which 32 are here.
                let is_signed = promoted(scalars[0]) == Scalar::Int;
                let bits = self.uint_of(a.clone());
                let bits = self.once("bits", bits);
                let zeros = self.folded("countLeadingZeros", vec![bits.clone()], UINT);
                let zeros = self.int_of(zeros);
                let zeros = self.arithmetic(Binary::Add, zeros, Expr::int(32));
                if !is_signed {
                    return Some(zeros);
                }
                let is_negative = self.arithmetic(Binary::GreaterEqual, bits, Expr::uint(0x8000_0000));
                Expr::select(is_negative, Expr::int(0), zeros)
            }
            ("__ffs" | "__ffsll", [a]) => {
                let a = self.uint_of(a.clone());
                let bit = self.folded("firstTrailingBit", vec![a], UINT);
                let bit = self.int_of(bit);
                self.arithmetic(Binary::Add, bit, Expr::int(1))
            }
            ("__brev", [a]) => {
                let a = self.uint_of(a.clone());
                self.made("reverseBits", vec![a], UINT)
            }
            ("__byte_perm", [a, b, c]) => {
                self.module.helpers.insert("byte_permute");
                let values = [a, b, c].map(|value| self.uint_of(value.clone()));
                Expr::new(ExprKind::Helper("byte_permute", values.to_vec()), UINT)
            }
            ("__funnelshift_l" | "__funnelshift_r", [low, high, by]) => {
                let helper = if name.ends_with('l') {
                    "funnel_shift_left"
                } else {
                    "funnel_shift_right"
                };
                self.module.helpers.insert(helper);
                let values = [low, high, by].map(|value| self.uint_of(value.clone()));
                Expr::new(ExprKind::Helper(helper, values.to_vec()), UINT)
            }
            _ => return None,
        })
    }

    pub(super) fn uint_of(&mut self, value: Expr) -> Expr {
        self.convert_scalar(value, Scalar::Uint)
    }
}
