//! Numbers as people type them: `16384`, `16,384`, `2^14`, `16k`.

/// The reason why a text is not a usable number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberError {
    Empty,
    NotANumber,
    /// A whole number that does not fit into 32 bits.
    TooLarge,
}

/// Parses a whole number. Separators between digits are dropped; `k` and `M` mean 2^10 and 2^20.
///
/// # Errors
/// Returns why the text is not a whole number below 2^32.
pub fn whole(text: &str) -> Result<u32, NumberError> {
    let plain: String = text
        .trim()
        .chars()
        .filter(|c| !matches!(c, ',' | '_' | ' ' | '\u{a0}' | '\u{202f}'))
        .collect();
    if plain.is_empty() {
        return Err(NumberError::Empty);
    }
    let value = match plain.split_once('^').or_else(|| plain.split_once("**")) {
        Some((base, exponent)) => {
            let exponent = digits(exponent)?.try_into().map_err(|_| NumberError::TooLarge)?;
            digits(base)?.checked_pow(exponent)
        }
        // A digit before the letter: `1e6`, but no `1.5e6`, which need not be whole.
        None if plain.contains(['e', 'E']) => {
            let (number, exponent) = plain.split_once(['e', 'E']).unwrap_or((&plain, "0"));
            let exponent = u32::try_from(digits(exponent)?).map_err(|_| NumberError::TooLarge)?;
            let power = 10_u64.checked_pow(exponent);
            digits(number)?.checked_mul(power.ok_or(NumberError::TooLarge)?)
        }
        None => {
            let (number, factor) = match plain.strip_suffix(['k', 'K']) {
                Some(number) => (number, 1 << 10),
                None => match plain.strip_suffix('M') {
                    Some(number) => (number, 1 << 20),
                    None => (plain.as_str(), 1),
                },
            };
            digits(number)?.checked_mul(factor)
        }
    };
    value
        .and_then(|value| u32::try_from(value).ok())
        .ok_or(NumberError::TooLarge)
}

/// Parses the size of a texture in x, y and z, such as `32x8`; missing ones are 1. Returns `None` if it is not one.
pub fn size(text: &str) -> Option<[u32; 3]> {
    let mut size = [1; 3];
    let mut axes = size.iter_mut();
    for side in text.split(['x', 'X', '×', '*']) {
        *axes.next()? = whole(side).ok().filter(|&side| side > 0)?;
    }
    Some(size)
}

/// Formats the size of a texture: `32 × 8`.
pub fn shown_size(size: [u32; 3]) -> String {
    match size {
        [x, 1, 1] => x.to_string(),
        [x, y, 1] => format!("{x} × {y}"),
        [x, y, z] => format!("{x} × {y} × {z}"),
    }
}

fn digits(text: &str) -> Result<u64, NumberError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NumberError::NotANumber);
    }
    text.parse().map_err(|_| NumberError::TooLarge)
}

/// Formats a number with its digits in groups of three: `16,384`.
pub fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sizes_of_textures_are_read_and_shown() {
        for (text, value, written) in [
            ("32x8", [32, 8, 1], "32 × 8"),
            ("32 × 8 × 2", [32, 8, 2], "32 × 8 × 2"),
            ("2^4", [16, 1, 1], "16"),
        ] {
            assert_eq!(size(text), Some(value), "{text}");
            assert_eq!(shown_size(value), written);
            assert_eq!(size(written), Some(value));
        }
        for text in ["", "x", "8x", "0x4", "8x8x8x8", "8x-1", "8x99999999999"] {
            assert_eq!(size(text), None, "{text}");
        }
    }

    #[test]
    fn people_write_numbers_in_many_ways() {
        for (text, value) in [
            ("1e6", 1_000_000),
            ("12E3", 12_000),
            ("64", 64),
            (" 16,384 ", 16_384),
            ("16_384", 16_384),
            ("2^14", 16_384),
            ("2**14", 16_384),
            ("16k", 16_384),
            ("1M", 1 << 20),
            ("0", 0),
        ] {
            assert_eq!(whole(text), Ok(value), "{text}");
        }
        for (text, error) in [
            ("", NumberError::Empty),
            ("  ", NumberError::Empty),
            ("many", NumberError::NotANumber),
            ("-5", NumberError::NotANumber),
            ("1.5", NumberError::NotANumber),
            ("2^", NumberError::NotANumber),
            ("4294967296", NumberError::TooLarge),
            ("2^400", NumberError::TooLarge),
            ("99999999999999999999999", NumberError::TooLarge),
            ("9^99999999999", NumberError::TooLarge),
        ] {
            assert_eq!(whole(text), Err(error), "{text}");
        }
    }

    #[test]
    fn groups_have_three_digits() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(16_384), "16,384");
        assert_eq!(grouped(1_073_741_824), "1,073,741,824");
    }

    proptest! {
        #[test]
        fn no_text_panics(text in ".{0,40}") {
            let _ = whole(&text);
        }

        #[test]
        fn what_is_shown_can_be_typed(value: u32) {
            prop_assert_eq!(whole(&grouped(u64::from(value))), Ok(value));
        }
    }
}
