//! The cells of a buffer as the reader sees them: one value each, by the type of the variable.

use simt::{Binding, Layout, ScalarType};

/// Returns the values in a word: two for 16-bit floats, otherwise one.
pub fn per_word(scalar: Option<ScalarType>) -> usize {
    if scalar == Some(ScalarType::F16) {
        2
    } else {
        1
    }
}

/// Formats one value; `None` past the end of `words`.
pub fn show(layout: &Layout, words: &[u32], cell: usize) -> Option<String> {
    let scalar = layout.scalar();
    let word = cell / per_word(scalar);
    let bits = *words.get(word)?;
    if scalar != Some(ScalarType::F16) {
        return Some(layout.show(word as u32, bits));
    }
    let both = ScalarType::F16.show(bits);
    both.split(", ").nth(cell % 2).map(str::to_owned)
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
    let scalar = layout.scalar();
    let word = *words.get(cell / per_word(scalar))?;
    let is_half = scalar == Some(ScalarType::F16);
    let bits = match is_half {
        true => word >> (16 * (cell % 2)) & 0xFFFF,
        false => word,
    };
    let digits = if is_half { 16 } else { 32 };
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
        Layout::Array {
            element, stride, ..
        } => (element.as_ref(), *stride),
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
    let words = binding.tail_stride.map_or(1, |stride| stride.div_ceil(4));
    words.max(1) as usize * per_word(binding.scalar())
}

#[cfg(test)]
mod tests {
    use super::*;
    use simt::Member;

    fn array(element: Layout, stride: u32) -> Layout {
        Layout::Array {
            element: Box::new(element),
            stride,
            count: None,
        }
    }

    #[test]
    fn cells_are_values_of_their_type() {
        let words = [1.5_f32.to_bits(), u32::MAX, 0x4000_3C00];
        let of = |scalar: ScalarType, cell| {
            show(&array(Layout::Scalar(scalar), scalar.bytes()), &words, cell)
        };
        assert_eq!(of(ScalarType::F32, 0).as_deref(), Some("1.5"));
        assert_eq!(of(ScalarType::I32, 1).as_deref(), Some("-1"));
        assert_eq!(of(ScalarType::F16, 4).as_deref(), Some("1"));
        assert_eq!(of(ScalarType::F16, 5).as_deref(), Some("2"));
        assert_eq!(of(ScalarType::U32, 3), None);
    }

    #[test]
    fn values_are_also_shown_as_bits() {
        let words = [1.5_f32.to_bits(), 0x4000_3C00];
        let of = |notation, scalar: ScalarType, cell| {
            let layout = array(Layout::Scalar(scalar), scalar.bytes());
            show_as(notation, &layout, &words, cell).expect("a value")
        };
        assert_eq!(of(Notation::Value, ScalarType::F32, 0), "1.5");
        assert_eq!(of(Notation::Hex, ScalarType::F32, 0), "3fc00000");
        let bits = of(Notation::Bits, ScalarType::F32, 0);
        assert_eq!((bits.len(), &bits[..10]), (32, "0011111111"));
        assert_eq!(of(Notation::Hex, ScalarType::F16, 3), "4000");
        assert_eq!(of(Notation::Bits, ScalarType::F16, 2), "0011110000000000");
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
        let shown: Vec<_> = (0..4)
            .filter_map(|cell| show(&body, &words, cell))
            .collect();
        assert_eq!(shown, ["1", "1", "1065353216", "·"]);
        assert_eq!(columns(&array(Layout::Scalar(ScalarType::U32), 4)), None);
    }
}
