//! The cells of a buffer as the reader sees them: one value each, by the type of the variable.

use simt::{Binding, ScalarType};

/// Returns the values in a word: two for 16-bit floats, otherwise one.
pub fn per_word(scalar: Option<ScalarType>) -> usize {
    if scalar == Some(ScalarType::F16) {
        2
    } else {
        1
    }
}

/// Formats one value; `None` past the end of `words`.
pub fn show(scalar: Option<ScalarType>, words: &[u32], cell: usize) -> Option<String> {
    let word = *words.get(cell / per_word(scalar))?;
    Some(match scalar {
        Some(ScalarType::F16) => {
            let both = ScalarType::F16.show(word);
            both.split(", ")
                .nth(cell % 2)
                .unwrap_or_default()
                .to_owned()
        }
        // A structure of several types has no common scalar, so its words are shown as bits.
        None => format!("0x{word:08x}"),
        Some(scalar) => scalar.show(word),
    })
}

/// Returns the values in one element of the variable's trailing array: 4 for `array<vec4f>`.
pub fn per_element(binding: &Binding) -> usize {
    let words = binding.tail_stride.map_or(1, |stride| stride.div_ceil(4));
    words.max(1) as usize * per_word(binding.scalar)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_values_of_their_type() {
        let words = [1.5_f32.to_bits(), u32::MAX, 0x4000_3C00];
        let of = |scalar, cell| show(scalar, &words, cell);
        assert_eq!(of(Some(ScalarType::F32), 0).as_deref(), Some("1.5"));
        assert_eq!(of(Some(ScalarType::I32), 1).as_deref(), Some("-1"));
        assert_eq!(of(Some(ScalarType::F16), 4).as_deref(), Some("1"));
        assert_eq!(of(Some(ScalarType::F16), 5).as_deref(), Some("2"));
        assert_eq!(of(None, 1).as_deref(), Some("0xffffffff"));
        assert_eq!(of(None, 3), None);
    }
}
