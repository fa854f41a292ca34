//! Prints one value as a conversion asks.

use super::{Conversion, Given, Length};

impl Conversion {
    /// Prints a value. One of another kind than the conversion's is printed by its own kind.
    pub(super) fn print(&self, value: &Given, width: usize, precision: Option<usize>) -> String {
        match value {
            Given::Text(text) => {
                let most = precision.unwrap_or(usize::MAX);
                let text: String = text.chars().take(most).collect();
                self.pad("", &text, width, false)
            }
            Given::Int(value) if self.is_integer() => self.integer(*value, width, precision),
            Given::Int(value) if self.letter == 's' => self.pad("", &value.to_string(), width, false),
            Given::Int(value) => self.float(*value as f64, width, precision),
            Given::Float(value) if self.is_integer() || self.letter == 's' => {
                let plain = Conversion {
                    letter: 'f',
                    ..self.clone()
                };
                plain.float(*value, width, precision)
            }
            Given::Float(value) => self.float(*value, width, precision),
        }
    }

    /// Fills up to the width: with spaces on one side, or with zeros behind the sign.
    fn pad(&self, sign: &str, digits: &str, width: usize, zeros: bool) -> String {
        let length = sign.chars().count() + digits.chars().count();
        let fill = width.saturating_sub(length);
        match (self.left, zeros) {
            (true, _) => format!("{sign}{digits}{}", " ".repeat(fill)),
            (false, true) => format!("{sign}{}{digits}", "0".repeat(fill)),
            (false, false) => format!("{}{sign}{digits}", " ".repeat(fill)),
        }
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            (false, false, false) => "",
        }
    }

    fn integer(&self, value: i64, width: usize, precision: Option<usize>) -> String {
        if self.letter == 'c' {
            let letter = char::from(value as u8);
            return self.pad("", &letter.to_string(), width, false);
        }
        let signed = matches!(self.letter, 'd' | 'i');
        let negative = match self.length {
            Length::Byte => i64::from(value as i8) < 0,
            Length::Short => i64::from(value as i16) < 0,
            Length::Int => i64::from(value as i32) < 0,
            Length::Long => value < 0,
        };
        let size = match (signed, self.length) {
            (true, Length::Byte) => u64::from((value as i8).unsigned_abs()),
            (true, Length::Short) => u64::from((value as i16).unsigned_abs()),
            (true, Length::Int) => u64::from((value as i32).unsigned_abs()),
            (true, Length::Long) => value.unsigned_abs(),
            (false, Length::Byte) => u64::from(value as u8),
            (false, Length::Short) => u64::from(value as u16),
            (false, Length::Int) => u64::from(value as u32),
            (false, Length::Long) => value as u64,
        };
        let digits = match self.letter {
            'x' | 'p' => format!("{size:x}"),
            'X' => format!("{size:X}"),
            'o' if self.alternate && size != 0 => format!("0{size:o}"),
            'o' => format!("{size:o}"),
            _ => size.to_string(),
        };
        let digits = match precision {
            Some(0) if size == 0 => String::new(),
            Some(least) => format!("{digits:0>least$}"),
            None => digits,
        };
        let prefix = match self.letter {
            'p' => "0x",
            'x' if self.alternate && size != 0 => "0x",
            'X' if self.alternate && size != 0 => "0X",
            _ if signed => self.sign(negative),
            _ => "",
        };
        self.pad(prefix, &digits, width, self.zeros && precision.is_none())
    }

    fn float(&self, value: f64, width: usize, precision: Option<usize>) -> String {
        let sign = self.sign(value.is_sign_negative() && !value.is_nan());
        let large = self.letter.is_ascii_uppercase();
        let cased = |text: String| if large { text.to_uppercase() } else { text };
        if !value.is_finite() {
            let word = if value.is_nan() { "nan" } else { "inf" };
            return self.pad(sign, &cased(word.to_owned()), width, false);
        }
        let size = value.abs();
        let digits = match self.letter {
            'e' | 'E' => exponential(size, precision.unwrap_or(6)),
            'g' | 'G' => self.general(size, precision.unwrap_or(6).max(1)),
            _ => format!("{size:.0$}", precision.unwrap_or(6)),
        };
        let digits = if self.alternate && !digits.contains('.') {
            digits + "."
        } else {
            digits
        };
        self.pad(sign, &cased(digits), width, self.zeros)
    }

    /// Prints with the shorter of both forms: digits, or an exponent.
    fn general(&self, size: f64, precision: usize) -> String {
        let printed = exponential(size, precision - 1);
        let (_, exponent) = printed.split_once('e').unwrap_or((&printed, "0"));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        let trim = |text: &str| {
            if text.contains('.') && !self.alternate {
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            } else {
                text.to_owned()
            }
        };
        if (-4..precision as i32).contains(&exponent) {
            let places = (precision as i32 - 1 - exponent).max(0) as usize;
            return trim(&format!("{size:.places$}"));
        }
        let (digits, exponent) = printed.split_once('e').unwrap_or((&printed, "+00"));
        format!("{}e{exponent}", trim(digits))
    }
}

/// Prints one digit before the point, and an exponent of at least two digits.
fn exponential(size: f64, precision: usize) -> String {
    let text = format!("{size:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(rest) => ('-', rest),
        None => ('+', exponent),
    };
    format!("{digits}e{sign}{exponent:0>2}")
}
