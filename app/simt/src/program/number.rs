//! Numbers as people write them, and lists of them, as the words of a variable.

use super::layout::Layout;
use super::scalar::ScalarType;
use serde::{Deserialize, Serialize};

/// An item of a list that is not a number of its type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BadNumber {
    /// The item, at most 24 characters of it.
    pub text: String,
    /// The line of the list, and the number of the item in the whole list, both from 1.
    pub line: usize,
    pub number: usize,
    pub scalar: ScalarType,
}

impl ScalarType {
    /// Returns the bits of a number as people write it: `7`, `-2`, `0x1F`, `0b11`, `1e3`, `1_000`, `2.5f`, `1u`, `true`.
    /// A type smaller than a word has its bits in the low ones.
    ///
    /// An integer may have a point or an exponent if its value is whole. A negative number in a `u32` has the bits of
    /// the `i32`. Returns `None` for other texts, and for numbers that do not fit.
    pub fn parse(self, text: &str) -> Option<u32> {
        let text = text.trim().trim_start_matches('+');
        match text {
            "true" => return self.of_integer(1),
            "false" => return self.of_integer(0),
            _ => {}
        }
        let (is_negative, digits) = match text.strip_prefix(['-', '−']) {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let digits: String = digits.chars().filter(|&letter| letter != '_').collect();
        let lower = digits.to_ascii_lowercase();
        for (prefix, radix) in [("0x", 16), ("0b", 2)] {
            if let Some(digits) = lower.strip_prefix(prefix) {
                let digits = digits.trim_end_matches(['u', 'i']);
                let value = i64::from_str_radix(digits, radix).ok()?;
                let is_plain = digits.bytes().all(|letter| letter.is_ascii_alphanumeric());
                return self
                    .of_integer(if is_negative { -value } else { value })
                    .filter(|_| is_plain);
            }
        }
        let plain = lower
            .strip_suffix(['u', 'i', 'f', 'h'])
            .filter(|rest| rest.ends_with(|letter: char| letter.is_ascii_digit() || letter == '.'));
        let plain = plain.unwrap_or(&lower);
        let sign = if is_negative { "-" } else { "" };
        match self {
            ScalarType::F32 => {
                let value: f32 = format!("{sign}{plain}").parse().ok()?;
                // A number with digits that has no float is out of range; `inf` is asked for.
                let has_digits = plain.starts_with(|letter: char| letter.is_ascii_digit());
                (value.is_finite() || !has_digits).then(|| value.to_bits())
            }
            ScalarType::F16 => {
                let value: f64 = format!("{sign}{plain}").parse().ok()?;
                let half = half::f16::from_f64(value);
                let has_digits = plain.starts_with(|letter: char| letter.is_ascii_digit());
                (half.is_finite() || !has_digits).then(|| u32::from(half.to_bits()))
            }
            ScalarType::Bool | ScalarType::I32 | ScalarType::U32 | ScalarType::Narrow(_) => {
                let value: f64 = format!("{sign}{plain}").parse().ok()?;
                // Every integer of 32 bits is a 64-bit float.
                let is_whole = value.is_finite() && value.fract() == 0.0 && value.abs() < 1e15;
                is_whole.then(|| self.of_integer(value as i64)).flatten()
            }
        }
    }

    /// Returns the bits of a whole number.
    fn of_integer(self, value: i64) -> Option<u32> {
        match self {
            ScalarType::Bool => u32::try_from(value).ok().filter(|&bit| bit < 2),
            ScalarType::I32 => i32::try_from(value).ok().map(i32::cast_unsigned),
            ScalarType::U32 => u32::try_from(value)
                .ok()
                .or_else(|| i32::try_from(value).ok().map(i32::cast_unsigned)),
            ScalarType::F32 => Some((value as f32).to_bits()),
            ScalarType::F16 => Some(u32::from(half::f16::from_f64(value as f64).to_bits())),
            ScalarType::Narrow(narrow) => narrow.fitting(value),
        }
    }

    /// Returns the bits of a value in this type. Integers drop the fraction, and those smaller than a word wrap.
    pub fn bits_of(self, value: f64) -> u32 {
        match self {
            ScalarType::Bool => u32::from(value != 0.0),
            ScalarType::I32 => (value as i32).cast_unsigned(),
            ScalarType::U32 => value as u32,
            ScalarType::F32 => (value as f32).to_bits(),
            ScalarType::F16 => u32::from(half::f16::from_f64(value).to_bits()),
            ScalarType::Narrow(narrow) => narrow.wrapped(value as i64),
        }
    }
}

/// Splits a list into its items, with their lines from 1. Commas, semicolons, bars, brackets and blanks separate items.
pub fn items(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let separates = |letter: char| letter.is_whitespace() || ",;|[](){}，；、".contains(letter);
    (1..).zip(text.lines()).flat_map(move |(line, text)| {
        let items = text.split(separates).filter(|item| !item.is_empty());
        items.map(move |item| (line, item))
    })
}

/// Writes a list of numbers to the scalars of a variable, each in its type, and zeros to padding and to the rest of
/// `bytes` bytes. Numbers past the end are dropped.
///
/// # Errors
/// Returns the first item that is not a number of its type.
pub fn write_numbers(layout: &Layout, text: &str, bytes: u64) -> Result<Vec<u8>, BadNumber> {
    let mut out = vec![0; usize::try_from(bytes).unwrap_or(usize::MAX)];
    let places = layout.scalars(bytes);
    for ((number, (line, item)), (offset, scalar)) in (1..).zip(items(text)).zip(places) {
        let bits = scalar.parse(item).ok_or_else(|| BadNumber {
            text: item.chars().take(24).collect(),
            line,
            number,
            scalar,
        })?;
        put(&mut out, offset, scalar, bits);
    }
    Ok(out)
}

/// Writes to every scalar of a variable the value of a function of its number, and zeros to padding.
pub fn write_values(layout: &Layout, bytes: u64, value: impl Fn(u64, ScalarType) -> f64) -> Vec<u8> {
    let mut out = vec![0; usize::try_from(bytes).unwrap_or(usize::MAX)];
    // A variable may have hundreds of millions of numbers, which mostly lie one behind another.
    if let (Layout::Array { count: None, .. }, Some(scalar)) = (layout, layout.scalar())
        && layout.dense_bytes().is_some()
        && scalar.bytes() == 4
    {
        for (number, place) in (0..).zip(out.chunks_exact_mut(4)) {
            place.copy_from_slice(&scalar.bits_of(value(number, scalar)).to_le_bytes());
        }
        return out;
    }
    for (number, (offset, scalar)) in (0..).zip(layout.scalars(bytes)) {
        let bits = scalar.bits_of(value(number, scalar));
        put(&mut out, offset, scalar, bits);
    }
    out
}

fn put(out: &mut [u8], offset: u64, scalar: ScalarType, bits: u32) {
    let (start, size) = (offset as usize, scalar.bytes() as usize);
    if let Some(place) = out.get_mut(start..start + size) {
        place.copy_from_slice(&bits.to_le_bytes()[..size]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        use ScalarType::{Bool, F16, F32, I32, U32};
        let float = |value: f32| Some(value.to_bits());
        for (text, scalar, bits) in [
            ("7", U32, Some(7)),
            ("0x10", U32, Some(16)),
            ("0XFFu", U32, Some(255)),
            ("0b11", I32, Some(3)),
            ("1u", I32, Some(1)),
            ("1i", U32, Some(1)),
            ("1e3", U32, Some(1000)),
            ("2.5e1", I32, Some(25)),
            ("3.0", U32, Some(3)),
            ("1_000", U32, Some(1000)),
            ("+4", U32, Some(4)),
            ("-2", I32, Some((-2_i32).cast_unsigned())),
            ("-2", U32, Some((-2_i32).cast_unsigned())),
            ("−2", I32, Some((-2_i32).cast_unsigned())),
            ("4294967295", U32, Some(u32::MAX)),
            ("-2147483648", I32, Some(1 << 31)),
            ("true", Bool, Some(1)),
            ("true", U32, Some(1)),
            ("1.0f", F32, float(1.0)),
            ("1f", F32, float(1.0)),
            (".5", F32, float(0.5)),
            ("1e-3", F32, float(1e-3)),
            ("-0.0", F32, float(-0.0)),
            ("0x10", F32, float(16.0)),
            ("16777217", F32, float(16_777_216.0)),
            ("inf", F32, float(f32::INFINITY)),
            ("-inf", F32, float(f32::NEG_INFINITY)),
            ("1.5h", F16, Some(0x3E00)),
            ("-2", F16, Some(0xC000)),
        ] {
            assert_eq!(scalar.parse(text), bits, "{text} as {}", scalar.name());
        }
        for (text, scalar) in [
            ("1.5", U32),
            ("1.5", I32),
            ("4294967296", U32),
            ("2147483648", I32),
            ("-2147483649", U32),
            ("2", Bool),
            ("1e400", F32),
            ("1e39", F32),
            ("65520", F16),
            ("", U32),
            ("-", I32),
            ("0x", U32),
            ("0x-1", U32),
            ("0xg", U32),
            ("0b2", U32),
            ("two", F32),
            ("1.2.3", F32),
            ("1e", F32),
            ("1 2", U32),
            ("nan", U32),
            ("inf", I32),
            ("f", F32),
            ("99999999999999999999", U32),
        ] {
            assert_eq!(scalar.parse(text), None, "{text} as {}", scalar.name());
        }
    }

    #[test]
    fn lists_fill_members_by_their_types() {
        let program = crate::compile(
            "struct P { n: u32, scale: f32, at: vec3f, k: i32 }
             @group(0) @binding(0) var<storage, read_write> p: array<P>;
             @compute @workgroup_size(1) fn main() { p[0].n = 1; }",
            None,
        );
        let layout = program.expect("it is valid").bindings.remove(0).layout;
        let words = |bytes: Vec<u8>| -> Vec<u32> {
            let four = bytes.chunks_exact(4);
            four.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
                .collect()
        };
        let list = "[3, 0.5,\n 1 2 3;\t-1 | 4]";
        let floats = [0.5_f32, 1.0, 2.0, 3.0].map(f32::to_bits);
        let [half, x, y, z] = floats;
        let wanted = [3, half, 0, 0, x, y, z, u32::MAX, 4, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(words(write_numbers(&layout, list, 64).expect("a list")), wanted);
        assert_eq!(
            write_numbers(&layout, "3, 0.5\n1 2 x", 64),
            Err(BadNumber {
                text: "x".to_owned(),
                line: 2,
                number: 5,
                scalar: ScalarType::F32
            })
        );
        assert_eq!(
            write_numbers(&layout, "3.5", 64).map_err(|bad| bad.scalar),
            Err(ScalarType::U32)
        );
        let ones = words(write_values(&layout, 32, |_, _| 1.0));
        let one = 1.0_f32.to_bits();
        assert_eq!(ones, [1, one, 0, 0, one, one, one, 1]);
        let ramp = words(write_values(&layout, 32, |number, _| number as f64));
        let [two, three, four] = [2.0_f32, 3.0, 4.0].map(f32::to_bits);
        assert_eq!(ramp, [0, one, 0, 0, two, three, four, 5]);
    }
}
