//! Lists of whole numbers as people type them: `2^20`, `1024, 4096`, `2^10..2^24`.

use crate::number::{NumberError, whole};

/// The most numbers in a list.
pub const MOST: usize = 32;

/// The reason why a text is not a list of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListError {
    Number {
        text: String,
        error: NumberError,
    },
    /// A range `from..to` whose first number is 0 or larger than the last.
    Backwards {
        first: u32,
        last: u32,
    },
    TooMany,
}

/// Parses a list; `first..last` doubles from the first number on. Returns distinct numbers in rising order.
///
/// # Errors
/// Returns the first number or range that is invalid, or [`ListError::TooMany`] for more than [`MOST`] numbers.
pub fn read(text: &str) -> Result<Vec<u32>, ListError> {
    let number = |text: &str| {
        let short = text.trim().chars().take(24).collect();
        whole(text).map_err(|error| ListError::Number { text: short, error })
    };
    let mut numbers = Vec::new();
    // Here a comma separates numbers; it never separates thousands.
    for item in text.split([',', ';', '，', '、']) {
        match item.split_once("..").or_else(|| item.split_once('…')) {
            None => numbers.push(number(item)?),
            Some((first, last)) => {
                let (first, last) = (number(first)?, number(last.trim_start_matches('.'))?);
                if first == 0 || first > last {
                    return Err(ListError::Backwards { first, last });
                }
                let doubled = std::iter::successors(Some(first), |number| number.checked_mul(2));
                numbers.extend(doubled.take_while(|number| *number <= last));
            }
        }
        if numbers.len() > 2 * MOST {
            return Err(ListError::TooMany);
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.len() > MOST {
        return Err(ListError::TooMany);
    }
    Ok(numbers)
}

/// Formats a list so that [`read`] returns it: powers of two as `2^n`, three or more doublings as a range.
pub fn write(numbers: &[u32]) -> String {
    let mut items = Vec::new();
    let mut rest = numbers;
    while let [first, ..] = rest {
        let doublings = rest
            .windows(2)
            .take_while(|pair| pair[0].checked_mul(2) == Some(pair[1]))
            .count();
        let taken = if doublings >= 2 { doublings + 1 } else { 1 };
        items.push(match (taken, rest.get(taken - 1)) {
            (2.., Some(last)) => format!("{}..{}", one(*first), one(*last)),
            _ => one(*first),
        });
        rest = &rest[taken..];
    }
    items.join(",")
}

/// Formats one number for fields and links.
pub fn one(number: u32) -> String {
    if number >= 1_024 && number.is_power_of_two() {
        format!("2^{}", number.trailing_zeros())
    } else {
        number.to_string()
    }
}

/// Formats one number for charts: `2²⁰`.
pub fn superscript(number: u32) -> String {
    if number < 1_024 || !number.is_power_of_two() {
        return number.to_string();
    }
    let raised = |digit: char| match digit {
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32(u32::from(digit) - u32::from('0') + 0x2070).unwrap_or(digit),
    };
    let exponent = number.trailing_zeros().to_string();
    format!("2{}", exponent.chars().map(raised).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lists_are_read_as_people_write_them() {
        for (text, numbers, back) in [
            ("2^20", vec![1 << 20], "2^20"),
            ("64..512", vec![64, 128, 256, 512], "64..512"),
            ("2^10 .. 2^12", vec![1 << 10, 1 << 11, 1 << 12], "2^10..2^12"),
            ("4096, 1000", vec![1_000, 4_096], "1000,2^12"),
            ("64,128", vec![64, 128], "64,128"),
            ("1000..5000，7", vec![7, 1_000, 2_000, 4_000], "7,1000..4000"),
        ] {
            assert_eq!(read(text), Ok(numbers.clone()), "{text}");
            assert_eq!(write(&numbers), back);
        }
        for text in ["", "1,,2", "4..1", "0..8", "many", "1..x"] {
            assert!(read(text).is_err(), "{text}");
        }
        let long: Vec<String> = (1..=33).map(|number| number.to_string()).collect();
        assert_eq!(read(&long.join(",")), Err(ListError::TooMany));
    }

    #[test]
    fn powers_are_raised() {
        for (number, text) in [
            (64, "64"),
            (1 << 10, "2¹⁰"),
            (1 << 23, "2²³"),
            (1 << 26, "2²⁶"),
            (1_000_000, "1000000"),
        ] {
            assert_eq!(superscript(number), text);
        }
    }

    proptest! {
        #[test]
        fn what_is_written_reads_the_same(mut numbers in prop::collection::vec(1_u32.., 1..MOST)) {
            numbers.sort_unstable();
            numbers.dedup();
            prop_assert_eq!(read(&write(&numbers)), Ok(numbers));
        }

        #[test]
        fn no_text_panics(text in ".{0,60}") {
            let _ = read(&text);
        }
    }
}
