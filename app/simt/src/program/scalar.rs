//! The types of scalars, and how their values are written for readers.

use super::narrow::Narrow;
use serde::{Deserialize, Serialize};

/// The type of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ScalarType {
    Bool,
    I32,
    U32,
    F32,
    /// Two 16-bit floats in each word of memory. Registers hold them as `F32`.
    F16,
    /// In the memory of a translated text alone.
    Narrow(Narrow),
}

impl ScalarType {
    /// Formats the values in a word, for example as `-3`, `true`, `0.5`, or `1, 2, 3, 4` for bytes.
    pub fn show(self, bits: u32) -> String {
        match self {
            ScalarType::Bool => (bits != 0).to_string(),
            ScalarType::I32 => (bits as i32).to_string(),
            ScalarType::U32 => bits.to_string(),
            ScalarType::F32 => show_float(f32::from_bits(bits)),
            ScalarType::F16 | ScalarType::Narrow(_) => {
                let first_bits = (0..32_u32).step_by(8 * self.bytes() as usize);
                let values: Vec<String> = first_bits.map(|bit| self.show_one(bits >> bit)).collect();
                values.join(", ")
            }
        }
    }

    /// Formats one value that stands in the low bits: of a type smaller than a word only these.
    pub fn show_one(self, bits: u32) -> String {
        match self {
            ScalarType::F16 => half::f16::from_bits(bits as u16).to_string(),
            ScalarType::Narrow(narrow) => narrow.show(bits),
            _ => self.show(bits),
        }
    }
}

/// Formats a float with the digits that identify it, at most nine, and with an exponent where it is very large or small.
fn show_float(value: f32) -> String {
    let size = value.abs();
    if size != 0.0 && size.is_finite() && !(1e-5..1e10).contains(&size) {
        format!("{value:e}")
    } else {
        value.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_shown_with_few_digits() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (0.1, "0.1"),
            (16_777_216.0, "16777216"),
            (1e10, "1e10"),
            (f32::MAX, "3.4028235e38"),
            (-1.5e-42, "-1.5e-42"),
            (1e-5, "0.00001"),
            (f32::INFINITY, "inf"),
            (f32::NAN, "NaN"),
        ] {
            assert_eq!(ScalarType::F32.show(value.to_bits()), text);
        }
    }
}
