//! Conversions of numbers that have a name: with a rounding, to half, and of bits.

use crate::syntax::Binary;
use crate::typing::Typer;
use crate::typing::tree::{Expr, ExprKind, FLOAT, INT, Number, Scalar, UINT};

impl Typer<'_> {
    /// Returns a number rounded as the name of a conversion says (`_rn`, `_rz`, `_rd`, `_ru`, or else by `usual`), and the
    /// type of integer that the name has.
    pub(in crate::typing) fn rounded_by_name(
        &mut self,
        name: &str,
        value: &Expr,
        usual: &'static str,
    ) -> (Expr, Scalar) {
        let rounding = match name.rsplit('_').next() {
            Some("rn") => "round",
            Some("rz") => "trunc",
            Some("rd") => "floor",
            Some("ru") => "ceil",
            _ => usual,
        };
        let value = self.float(value.clone());
        let to = if name.contains("uint") {
            Scalar::Uint
        } else {
            Scalar::Int
        };
        (Expr::new(ExprKind::Intrinsic(rounding, vec![value]), FLOAT), to)
    }

    /// Returns the value of a conversion.
    pub(super) fn number_conversion(&mut self, name: &str, values: &[Expr]) -> Option<Expr> {
        Some(match (name, values) {
            ("__float_as_int" | "__double_as_longlong" | "__double2int_bits", [a]) => {
                let a = self.float(a.clone());
                Expr::new(ExprKind::Bitcast(Box::new(a)), INT)
            }
            ("__float_as_uint", [a]) => {
                let a = self.float(a.clone());
                Expr::new(ExprKind::Bitcast(Box::new(a)), UINT)
            }
            ("__int_as_float", [a]) => {
                let a = self.int_of(a.clone());
                self.bits_as_float(a)
            }
            ("__uint_as_float", [a]) => {
                let a = self.uint_of(a.clone());
                self.bits_as_float(a)
            }
            ("__longlong_as_double", [a]) => {
                let a = self.int_of(a.clone());
                Expr::new(ExprKind::Bitcast(Box::new(a)), FLOAT)
            }
            (
                "__float2int_rn" | "__float2int_rz" | "__float2int_rd" | "__float2int_ru" | "__float2uint_rn"
                | "__float2uint_rz" | "__float2uint_rd" | "__float2uint_ru" | "__float2ll_rn" | "__float2ll_rz"
                | "__float2ll_rd" | "__float2ll_ru" | "lrintf" | "lrint",
                [a],
            ) => {
                let (rounded, to) = self.rounded_by_name(name, a, "round");
                let saturates = name.starts_with("__float2int") || name.starts_with("__float2uint");
                if !saturates {
                    return Some(self.convert_scalar(rounded, to));
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
                Expr::select(is_over, most, value)
            }
            ("__int2float_rn" | "__uint2float_rn" | "__half2float" | "__low2float", [a]) => {
                let a = match name {
                    "__half2float" | "__low2float" => a.clone(),
                    _ if name.starts_with("__uint") => self.uint_of(a.clone()),
                    _ => self.int_of(a.clone()),
                };
                self.float(a)
            }
            ("__float2half" | "__float2half_rn" | "__int2half_rn", [a]) => self.convert_scalar(a.clone(), Scalar::Half),
            _ => return None,
        })
    }

    /// Returns the float that bits are.
    fn bits_as_float(&mut self, bits: Expr) -> Expr {
        match bits.known().map(|bits| f32::from_bits(bits as u32)) {
            Some(value) if !value.is_finite() => Expr::literal(Number::Float(value), FLOAT),
            _ => Expr::new(ExprKind::Bitcast(Box::new(bits)), FLOAT),
        }
    }
}
