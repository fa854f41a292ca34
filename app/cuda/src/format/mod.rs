//! The text that `printf` prints: a format of C, cut into pieces, and the values of its conversions.

mod number;

use serde::{Deserialize, Serialize};

/// A part of a format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Piece {
    Text(String),
    Conversion(Conversion),
}

/// A conversion, such as `%-5.2f`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Conversion {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub alternate: bool,
    pub zeros: bool,
    pub width: Option<Count>,
    pub precision: Option<Count>,
    pub length: Length,
    /// The letter at its end.
    pub letter: char,
    /// The text as it is written.
    pub written: String,
}

/// A width or a precision: a number, or `*` for an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Count {
    Known(usize),
    Argument,
}

/// The size of an integer, by the letters before the conversion's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Length {
    Byte,
    Short,
    #[default]
    Int,
    Long,
}

/// A value that is printed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Given {
    /// An integer, with the sign that its type has.
    Int(i64),
    Float(f64),
    Text(String),
}

/// Cuts a format at its conversions.
pub(crate) fn pieces(format: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = format;
    while let Some(start) = rest.find('%') {
        text += &rest[..start];
        rest = &rest[start..];
        if rest.starts_with("%%") {
            text.push('%');
            rest = &rest[2..];
            continue;
        }
        match conversion(rest) {
            Some(conversion) => {
                if !text.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut text)));
                }
                rest = &rest[conversion.written.len()..];
                pieces.push(Piece::Conversion(conversion));
            }
            None => {
                text.push('%');
                rest = &rest[1..];
            }
        }
    }
    text += rest;
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    pieces
}

/// Reads the conversion at the start of a text.
fn conversion(text: &str) -> Option<Conversion> {
    let mut conversion = Conversion::default();
    let mut letters = text.char_indices().skip(1).peekable();
    while let Some(&(_, letter)) = letters.peek() {
        match letter {
            '-' => conversion.left = true,
            '+' => conversion.plus = true,
            ' ' => conversion.space = true,
            '#' => conversion.alternate = true,
            '0' => conversion.zeros = true,
            _ => break,
        }
        letters.next();
    }
    let count = |letters: &mut std::iter::Peekable<_>| -> Option<Count> {
        let mut number = None;
        while let Some(&(_, letter)) = letters.peek() {
            let letter: char = letter;
            match letter.to_digit(10) {
                Some(digit) => number = Some((number.unwrap_or(0) * 10 + digit as usize).min(1000)),
                None if letter == '*' && number.is_none() => {
                    letters.next();
                    return Some(Count::Argument);
                }
                None => break,
            }
            letters.next();
        }
        number.map(Count::Known)
    };
    conversion.width = count(&mut letters);
    if letters.peek().is_some_and(|&(_, letter)| letter == '.') {
        letters.next();
        conversion.precision = Some(count(&mut letters).unwrap_or(Count::Known(0)));
    }
    let mut shorts = 0;
    while let Some(&(_, letter)) = letters.peek() {
        match letter {
            'h' => {
                shorts += 1;
                conversion.length = if shorts > 1 { Length::Byte } else { Length::Short };
            }
            'l' | 'z' | 'j' | 't' | 'q' => conversion.length = Length::Long,
            'L' => {}
            _ => break,
        }
        letters.next();
    }
    let (offset, letter) = letters.next()?;
    conversion.letter = letter;
    conversion.written = text[..offset + letter.len_utf8()].to_owned();
    "diuoxXcspfFeEgGaA".contains(letter).then_some(conversion)
}

impl Conversion {
    /// Returns true if the conversion prints an integer.
    pub fn is_integer(&self) -> bool {
        "diuoxXcp".contains(self.letter)
    }

    /// Returns the number of arguments that it takes.
    pub fn arguments(&self) -> usize {
        let counts = [self.width, self.precision];
        let stars = counts.iter().filter(|count| **count == Some(Count::Argument));
        1 + stars.count()
    }
}

/// Returns what is printed. A conversion whose value is missing stays as it is written.
pub(crate) fn text(pieces: &[Piece], given: &[Given]) -> String {
    let mut out = String::new();
    let mut given = given.iter();
    for piece in pieces {
        match piece {
            Piece::Text(text) => out += text,
            Piece::Conversion(conversion) => {
                let mut conversion = conversion.clone();
                let mut star = |count: Option<Count>| match count {
                    Some(Count::Argument) => match given.next() {
                        Some(Given::Int(number)) => Some(*number),
                        _ => None,
                    },
                    Some(Count::Known(number)) => Some(number as i64),
                    None => None,
                };
                let (width, precision) = (star(conversion.width), star(conversion.precision));
                conversion.left |= width.is_some_and(|width| width < 0);
                let width = width.map_or(0, |width| width.unsigned_abs().min(1000) as usize);
                // A negative precision counts as none.
                let precision = precision.and_then(|count| usize::try_from(count).ok());
                let precision = precision.map(|count| count.min(1000));
                match given.next() {
                    Some(value) => out += &conversion.print(value, width, precision),
                    None => out += &conversion.written,
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words are those of glibc's `printf`.
    #[test]
    fn values_are_printed_as_c_does() {
        let int = Given::Int;
        let float = Given::Float;
        let word = |text: &str| Given::Text(text.to_owned());
        for (format, given, wanted) in [
            ("%d|%5d|%-5d|%05d", vec![int(7); 4], "7|    7|7    |00007"),
            ("%+d % d %.3d", vec![int(7); 3], "+7  7 007"),
            ("%d %u", vec![int(-1); 2], "-1 4294967295"),
            ("%u", vec![int(3_000_000_000)], "3000000000"),
            ("%d", vec![int(3_000_000_000)], "-1294967296"),
            ("%x %X %#x %o %#o", vec![int(255); 5], "ff FF 0xff 377 0377"),
            ("%lu %lld", vec![int(-1); 2], "18446744073709551615 -1"),
            ("%hhd %hd %hhu", vec![int(300); 3], "44 300 44"),
            ("%c%c", vec![int(79), int(75)], "OK"),
            ("%s|%5s|%-5s|%.1s", vec![word("ok"); 4], "ok|   ok|ok   |o"),
            ("%f %.2f %8.3f|", vec![float(1.5); 3], "1.500000 1.50    1.500|"),
            ("%.0f %.0f %#.0f", vec![float(2.5), float(3.5), float(1.0)], "2 4 1."),
            ("%e %.2E", vec![float(12345.678); 2], "1.234568e+04 1.23E+04"),
            ("%e %e", vec![float(0.0), float(-1e-10)], "0.000000e+00 -1.000000e-10"),
            (
                "%g %g %g",
                vec![float(0.5), float(1e10), float(100_000.0)],
                "0.5 1e+10 100000",
            ),
            (
                "%g %g %#g",
                vec![float(0.0001), float(0.00001), float(1.5)],
                "0.0001 1e-05 1.50000",
            ),
            ("%g", vec![float(999_999.5)], "1e+06"),
            (
                "%f %F %5.1f|",
                vec![float(f64::INFINITY), float(f64::NAN), float(f64::NEG_INFINITY)],
                "inf NAN  -inf|",
            ),
            (
                "%06.2f|%-8.1f|%+.1f",
                vec![float(-1.25), float(2.0), float(3.0)],
                "-01.25|2.0     |+3.0",
            ),
            ("%*d|%.*f", vec![int(5), int(7), int(1), float(0.25)], "    7|0.2"),
            ("100%% %d", vec![int(1)], "100% 1"),
            ("%d %d", vec![int(1)], "1 %d"),
            ("%p", vec![int(16)], "0x10"),
            ("50% off", vec![], "50% off"),
        ] {
            assert_eq!(text(&pieces(format), &given), wanted, "{format}");
        }
    }
}
