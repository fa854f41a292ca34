//! The cells of a buffer as the reader sees them: one value each, by the type of the variable.

use simt::{Binding, Layout, ScalarType};

/// Returns the values in a word: four bytes, two 16-bit numbers, or one number.
pub fn per_word(scalar: Option<ScalarType>) -> usize {
    scalar.map_or(1, |scalar| 4 / scalar.bytes() as usize)
}

/// Returns the bits of one value, in the low bits; `None` past the end of `words`.
pub fn bits(layout: &Layout, words: &[u32], cell: usize) -> Option<u32> {
    let per_word = per_word(layout.scalar());
    let width = 32 / per_word;
    let word = words.get(cell / per_word)?;
    Some(word >> (width * (cell % per_word)) & (u32::MAX >> (32 - width)))
}

/// Formats one value; `None` past the end of `words`.
pub fn show(layout: &Layout, words: &[u32], cell: usize) -> Option<String> {
    let bits = bits(layout, words, cell)?;
    Some(match layout.scalar() {
        Some(scalar) if scalar.bytes() < 4 => scalar.show_one(bits),
        _ => layout.show(cell as u32, bits),
    })
}

/// The way in which a value is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    #[default]
    Value,
    Hex,
    Bits,
}

impl Notation {
    pub const ALL: [Notation; 3] = [Notation::Value, Notation::Hex, Notation::Bits];

    pub const fn id(self) -> &'static str {
        match self {
            Notation::Value => "value",
            Notation::Hex => "hex",
            Notation::Bits => "bits",
        }
    }
}

/// Formats one value in a notation; `None` past the end of `words`.
pub fn show_as(notation: Notation, layout: &Layout, words: &[u32], cell: usize) -> Option<String> {
    let bits = bits(layout, words, cell)?;
    let digits = 32 / per_word(layout.scalar());
    match notation {
        Notation::Value => show(layout, words, cell),
        Notation::Hex => Some(format!("{bits:0width$x}", width = digits / 4)),
        Notation::Bits => Some(format!("{bits:0digits$b}")),
    }
}

/// The most words of a structure that is shown as a row.
const MOST_COLUMNS: u32 = 16;

/// Returns the columns of an array of small structures: the member in each word of an element, or nothing for padding.
pub fn columns(layout: &Layout) -> Option<Vec<String>> {
    let (element, stride) = match layout {
        Layout::Array { element, stride, .. } => (element.as_ref(), *stride),
        _ => return None,
    };
    let is_struct = matches!(element, Layout::Struct { .. });
    let is_short = (1..=MOST_COLUMNS).contains(&(stride / 4));
    (is_struct && is_short).then(|| {
        let name = |word: u32| {
            let path = element.path_at(u64::from(word) * 4).unwrap_or_default();
            path.trim_start_matches('.').to_owned()
        };
        (0..stride / 4).map(name).collect()
    })
}

/// Returns the values in one element of the variable's trailing array: 4 for `array<vec4f>`.
pub fn per_element(binding: &Binding) -> usize {
    let value = binding.scalar().map_or(4, ScalarType::bytes);
    let values = binding.element_stride().map_or(1, |stride| stride.div_ceil(value));
    values.max(1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use simt::{Member, Narrow};

    fn array(element: Layout, stride: u32) -> Layout {
        Layout::Array {
            element: Box::new(element),
            stride,
            count: None,
        }
    }

    #[test]
    fn cells_are_values_of_their_type() {
        let words = [1.5_f32.to_bits(), u32::MAX, 0x4000_3C00, 0x8003_0201];
        let text = |scalar: ScalarType, cell| show(&array(Layout::Scalar(scalar), scalar.bytes()), &words, cell);
        assert_eq!(text(ScalarType::F32, 0).as_deref(), Some("1.5"));
        assert_eq!(text(ScalarType::I32, 1).as_deref(), Some("-1"));
        assert_eq!(text(ScalarType::F16, 4).as_deref(), Some("1"));
        assert_eq!(text(ScalarType::F16, 5).as_deref(), Some("2"));
        assert_eq!(text(ScalarType::U32, 4), None);
        let [byte, signed, short] = [Narrow::U8, Narrow::I8, Narrow::I16].map(ScalarType::Narrow);
        for (scalar, cell, wanted) in [
            (byte, 12, Some("1")),
            (byte, 14, Some("3")),
            (byte, 15, Some("128")),
            (byte, 16, None),
            (signed, 15, Some("-128")),
            (short, 6, Some("513")),
            (short, 7, Some("-32765")),
        ] {
            assert_eq!(text(scalar, cell).as_deref(), wanted, "{}", scalar.name());
        }
    }

    #[test]
    fn values_are_also_shown_as_bits() {
        let words = [1.5_f32.to_bits(), 0x4000_3C00];
        let text = |notation, scalar: ScalarType, cell| {
            let layout = array(Layout::Scalar(scalar), scalar.bytes());
            show_as(notation, &layout, &words, cell).expect("a value")
        };
        assert_eq!(text(Notation::Value, ScalarType::F32, 0), "1.5");
        assert_eq!(text(Notation::Hex, ScalarType::F32, 0), "3fc00000");
        let bits = text(Notation::Bits, ScalarType::F32, 0);
        assert_eq!((bits.len(), &bits[..10]), (32, "0011111111"));
        assert_eq!(text(Notation::Hex, ScalarType::F16, 3), "4000");
        assert_eq!(text(Notation::Bits, ScalarType::F16, 2), "0011110000000000");
        let byte = ScalarType::Narrow(Narrow::U8);
        assert_eq!(text(Notation::Hex, byte, 7), "40");
        assert_eq!(text(Notation::Bits, byte, 5), "00111100");
    }

    #[test]
    fn structures_are_rows_of_members() {
        let member = |name: &str, offset, layout| Member {
            name: name.to_owned(),
            offset,
            layout,
        };
        let vector = Layout::Vector {
            scalar: ScalarType::F32,
            count: 2,
        };
        let body = array(
            Layout::Struct {
                name: "Body".to_owned(),
                members: vec![
                    member("at", 0, vector),
                    member("id", 8, Layout::Scalar(ScalarType::U32)),
                ],
            },
            16,
        );
        let names = columns(&body).expect("columns");
        assert_eq!(names, ["at.x", "at.y", "id", ""]);
        let one = 1.0_f32.to_bits();
        let words = [one, one, one, 0, 7];
        let texts: Vec<_> = (0..4).filter_map(|cell| show(&body, &words, cell)).collect();
        assert_eq!(texts, ["1", "1", "1065353216", "·"]);
        assert_eq!(columns(&array(Layout::Scalar(ScalarType::U32), 4)), None);
    }
}
