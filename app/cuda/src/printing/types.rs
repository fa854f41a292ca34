//! Prints types and numbers.

use super::Printer;
use crate::typing::tree::{Number, Scalar, Ty};

/// Returns the type of a scalar in a register.
pub(super) fn scalar_text(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "bool",
        Scalar::Char | Scalar::Short | Scalar::Int => "i32",
        Scalar::Uchar | Scalar::Ushort | Scalar::Uint => "u32",
        Scalar::Half => "f16",
        Scalar::Float => "f32",
    }
}

impl Printer<'_> {
    pub(super) fn type_text(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Void | Ty::Group(_) => "u32".to_owned(),
            Ty::Pointer(_) => "i32".to_owned(),
            Ty::Scalar(scalar) => {
                self.halves |= *scalar == Scalar::Half;
                scalar_text(*scalar).to_owned()
            }
            Ty::Vector(scalar, size) => {
                self.halves |= *scalar == Scalar::Half;
                match scalar {
                    Scalar::Bool => format!("vec{size}<bool>"),
                    other => format!(
                        "vec{size}{}",
                        &scalar_text(*other)[..1].replace('f', if *other == Scalar::Half { "h" } else { "f" })
                    ),
                }
            }
            Ty::Array(element, length) => format!("array<{}, {length}>", self.type_text(element)),
            Ty::Structure(index) => self.module.structures[*index].name.to_string(),
        }
    }

    pub(super) fn literal(&mut self, value: Number, ty: &Ty) -> String {
        match (value, ty.scalar()) {
            (Number::Int(value), Some(Scalar::Bool)) => (value != 0).to_string(),
            (Number::Int(value), Some(Scalar::Uint | Scalar::Uchar | Scalar::Ushort)) => {
                format!("{}u", value as u32)
            }
            (Number::Int(value), _) if value == i64::from(i32::MIN) => "i32(-2147483648)".to_owned(),
            (Number::Int(value), _) => value.to_string(),
            (Number::Float(value), _) if value.is_nan() => {
                self.specials.insert("nan_bits");
                "bitcast<f32>(nan_bits)".to_owned()
            }
            (Number::Float(value), _) if value.is_infinite() => {
                self.specials.insert("infinity_bits");
                let sign = if value < 0.0 { "-" } else { "" };
                format!("{sign}bitcast<f32>(infinity_bits)")
            }
            (Number::Float(value), Some(Scalar::Half)) => {
                self.halves = true;
                format!("{value:?}h")
            }
            (Number::Float(value), _) => format!("{value:?}"),
        }
    }
}
