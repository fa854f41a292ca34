//! Functions of vectors, as the samples' `helper_math.h` has them, and those of halves in pairs.

use crate::error::{Result, Span, fail};
use crate::syntax::Binary;
use crate::typing::Typer;
use crate::typing::tree::{Expr, ExprKind, FLOAT, INT, Number, Scalar, Ty};

/// Functions of one vector, element by element.
const OF_VECTOR: &[(&str, &str)] = &[
    ("fabs", "abs"),
    ("fabsf", "abs"),
    ("abs", "abs"),
    ("floorf", "floor"),
    ("floor", "floor"),
    ("ceilf", "ceil"),
    ("sqrtf", "sqrt"),
    ("expf", "exp"),
    ("normalize", "normalize"),
    ("fracf", "fract"),
    ("h2exp", "exp"),
    ("h2sqrt", "sqrt"),
    ("h2log", "log"),
    ("__habs2", "abs"),
];

impl Typer<'_> {
    /// Returns the value of a function of vectors, or of halves; `None` if it is none.
    pub(crate) fn vector_math(&mut self, name: &str, values: &[Expr]) -> Option<Expr> {
        let size = values.iter().find_map(|value| match value.ty {
            Ty::Vector(scalar, size) => Some((scalar, size)),
            _ => None,
        });
        let Some((scalar, size)) = size else {
            return self.half_math(name, values);
        };
        let ty = Ty::Vector(scalar, size);
        // A number stands for a vector of equal elements.
        let all: Vec<Expr> = values
            .iter()
            .map(|value| match value.ty {
                Ty::Scalar(_) => {
                    let value = self.convert_scalar(value.clone(), scalar);
                    let value = self.once("part", value);
                    Expr::new(ExprKind::Compose(vec![value; usize::from(size)]), ty.clone())
                }
                _ => value.clone(),
            })
            .collect();
        if all.iter().any(|value| value.ty != ty) {
            return None;
        }
        let intrinsic = |name, ty: &Ty| Some(Expr::new(ExprKind::Intrinsic(name, all.clone()), ty.clone()));
        let single = Ty::Scalar(scalar);
        match (name, all.len()) {
            ("dot", 2) => intrinsic("dot", &single),
            ("length", 1) => intrinsic("length", &single),
            ("cross", 2) if size == 3 => intrinsic("cross", &ty),
            ("reflect", 2) => intrinsic("reflect", &ty),
            ("fminf" | "min" | "fmin" | "__hmin2", 2) => intrinsic("min", &ty),
            ("fmaxf" | "max" | "fmax" | "__hmax2", 2) => intrinsic("max", &ty),
            ("clamp", 3) => intrinsic("clamp", &ty),
            ("lerp", 3) => intrinsic("mix", &ty),
            ("__hfma2" | "fmaf", 3) => intrinsic("fma", &ty),
            ("__low2float" | "__high2float", 1) => {
                let part = self.component(all[0].clone(), u8::from(name == "__high2float"));
                Some(self.convert_scalar(part, Scalar::Float))
            }
            ("__low2half" | "__high2half", 1) => Some(self.component(all[0].clone(), u8::from(name == "__high2half"))),
            ("__half22float2", 1) => {
                let whole = self.once("pair", all[0].clone());
                let parts = (0..2)
                    .map(|index| {
                        let part = self.component(whole.clone(), index);
                        self.convert_scalar(part, Scalar::Float)
                    })
                    .collect();
                Some(Expr::new(ExprKind::Compose(parts), Ty::Vector(Scalar::Float, 2)))
            }
            ("__hneg2", 1) => Some(Expr::new(
                ExprKind::Unary(crate::syntax::Unary::Minus, Box::new(all[0].clone())),
                ty,
            )),
            ("__hsub2" | "__h2div", 2) => {
                let operator = match name {
                    "__hsub2" => Binary::Subtract,
                    _ => Binary::Divide,
                };
                let kind = ExprKind::Binary(operator, Box::new(all[0].clone()), Box::new(all[1].clone()));
                Some(Expr::new(kind, ty))
            }
            (_, 1) => {
                let (_, wgsl) = OF_VECTOR.iter().find(|(function, _)| *function == name)?;
                intrinsic(wgsl, &ty)
            }
            _ => None,
        }
    }

    /// Functions of halves that make pairs, convert or compare.
    fn half_math(&mut self, name: &str, values: &[Expr]) -> Option<Expr> {
        let half = Ty::Scalar(Scalar::Half);
        let pair = |typer: &mut Self, a: &Expr, b: &Expr| {
            let parts = [a, b].map(|value| typer.convert_scalar(value.clone(), Scalar::Half));
            Expr::new(ExprKind::Compose(parts.to_vec()), Ty::Vector(Scalar::Half, 2))
        };
        Some(match (name, values) {
            ("__halves2half2" | "__floats2half2_rn" | "make_half2", [a, b]) => pair(self, a, b),
            ("__float2half2_rn" | "__half2half2", [a]) => {
                let a = self.convert_scalar(a.clone(), Scalar::Half);
                let a = self.once("part", a);
                pair(self, &a, &a)
            }
            ("__hmax" | "__hmin", [a, b]) => {
                let name = if name == "__hmax" { "max" } else { "min" };
                let values = [a, b].map(|value| self.convert_scalar(value.clone(), Scalar::Half));
                Expr::new(ExprKind::Intrinsic(name, values.to_vec()), half)
            }
            ("__habs" | "hsqrt" | "hexp" | "hlog" | "hrsqrt" | "hfloor" | "hceil", [a]) => {
                let name = match name {
                    "__habs" => "abs",
                    "hsqrt" => "sqrt",
                    "hexp" => "exp",
                    "hlog" => "log",
                    "hrsqrt" => "inverseSqrt",
                    "hfloor" => "floor",
                    _ => "ceil",
                };
                let a = self.convert_scalar(a.clone(), Scalar::Half);
                Expr::new(ExprKind::Intrinsic(name, vec![a]), half)
            }
            ("__hneg", [a]) => {
                let a = self.convert_scalar(a.clone(), Scalar::Half);
                Expr::new(ExprKind::Unary(crate::syntax::Unary::Minus, Box::new(a)), half)
            }
            (name, [a])
                if name.starts_with("__half2int_")
                    || name.starts_with("__half2uint_")
                    || name.starts_with("__half2short_") =>
            {
                let (rounded, to) = self.rounded_by_name(name, a, "trunc");
                self.convert_scalar(rounded, to)
            }
            (name, [a]) if matches!(name, "__int2half_rn" | "__uint2half_rn" | "__short2half_rn") => {
                let a = if name.starts_with("__short") {
                    self.convert_scalar(a.clone(), Scalar::Short)
                } else {
                    a.clone()
                };
                self.convert_scalar(a, Scalar::Half)
            }
            ("__half_as_short" | "__half_as_ushort", [a]) => {
                let a = self.convert_scalar(a.clone(), Scalar::Half);
                let bits = self.bits_of(a, Scalar::Half);
                match name {
                    "__half_as_ushort" => self.convert_scalar(bits, Scalar::Ushort),
                    _ => self.convert_scalar(bits, Scalar::Short),
                }
            }
            ("__short_as_half" | "__ushort_as_half", [a]) => {
                let bits = self.convert_scalar(a.clone(), Scalar::Ushort);
                let bits = self.convert_scalar(bits, Scalar::Uint);
                self.number_from(bits, Scalar::Half)
            }
            ("length", [a]) => {
                let a = self.float(a.clone());
                Expr::new(ExprKind::Intrinsic("abs", vec![a]), FLOAT)
            }
            ("step", [edge, x]) => {
                let values = [edge, x].map(|value| self.float(value.clone()));
                Expr::new(ExprKind::Intrinsic("step", values.to_vec()), FLOAT)
            }
            _ => return None,
        })
    }

    /// Makes a vector of numbers and vectors, as `make_float4(v, 1.0f)` does.
    pub(crate) fn make_vector(
        &mut self,
        name: &str,
        values: Vec<Expr>,
        scalar: Scalar,
        size: u8,
        span: Span,
    ) -> Result<Expr> {
        let ty = Ty::Vector(scalar, size);
        let wanted = usize::from(size);
        let count = values.len();
        let mut parts = Vec::new();
        let mut vector = false;
        for value in values {
            match value.ty {
                Ty::Vector(_, count) => {
                    vector = true;
                    let value = self.once("part", value);
                    for index in 0..count {
                        let part = self.component(value.clone(), index);
                        parts.push(self.convert_scalar(part, scalar));
                    }
                }
                Ty::Scalar(_) => parts.push(self.convert_scalar(value, scalar)),
                other => return Err(self.unconvertible(&other, &ty, span)),
            }
        }
        if count == 1 {
            if vector {
                let zero = self.convert_scalar(Expr::literal(Number::Int(0), INT), scalar);
                parts.resize(wanted, zero);
            } else {
                // The samples give all elements one value, cut a longer vector, and fill a shorter one with zeros.
                let part = self.once("part", parts[0].clone());
                parts = vec![part; wanted];
            }
        }
        if parts.len() != wanted {
            return fail(
                span,
                format!("`{name}` takes {wanted} arguments, and {count} are given"),
            );
        }
        Ok(Expr::new(ExprKind::Compose(parts), ty))
    }
}
