//! Marks operations of the reader whose result C++ leaves undefined for some operands.
//!
//! The text is put together from inside out, so that an operation gets its place when the whole text is there. Until then
//! a sign stands beside the operator: a character that no text of WGSL has, one for each operation. The sign is inside of
//! the operation, where nothing looks at the first or last letter of a text that is put together.

use super::Printer;
use crate::error::Span;
use wgsl::{CheckedOperation, Integers};

/// The first of the signs. They are characters of private use, of which Unicode has two planes.
const FIRST_SIGN: u32 = 0xf_0000;
const SIGNS: u32 = 0x2_0000 - 2;

/// Returns the number of a sign; `None` for another character.
fn number_of(letter: char) -> Option<usize> {
    let number = u32::from(letter).checked_sub(FIRST_SIGN)?;
    (number < SIGNS).then_some(number as usize)
}

/// Returns a comment without characters that are signs.
pub(super) fn without_signs(comment: &str) -> String {
    comment
        .chars()
        .filter(|letter| number_of(*letter).is_none())
        .collect()
}

/// Takes the signs out of a text, and returns the places where they stood.
pub(super) fn take_signs(
    text: &str,
    operations: &[CheckedOperation],
) -> (String, Vec<CheckedOperation>) {
    let mut plain = String::with_capacity(text.len());
    let mut found = Vec::new();
    for letter in text.chars() {
        match number_of(letter) {
            Some(number) => {
                found.extend(operations.get(number).map(|operation| CheckedOperation {
                    at: plain.len() as u32,
                    ..operation.clone()
                }))
            }
            None => plain.push(letter),
        }
    }
    (plain, found)
}

/// Returns a text without the brackets around all of it.
fn without_brackets(text: &str) -> &str {
    let mut depth = 0;
    let closing = text.char_indices().find(|(_, letter)| {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let inside = text
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    match (closing, inside) {
        (Some((end, ')')), Some(inside)) if end + 1 == text.len() => {
            without_brackets(inside.trim())
        }
        _ => text,
    }
}

impl Printer<'_> {
    /// Returns the sign of an operation, or nothing if it is not checked. `printed` is its text where CUDA does not have
    /// it at its place: tokens of a macro or of an included file have the place of the use.
    pub(super) fn sign(&mut self, checked: Option<Span>, operator: &str, printed: &str) -> String {
        let number = self.operations.len() as u32;
        let Some(span) = checked else {
            return String::new();
        };
        // A text with more operations than there are signs is too large for a reader; the last ones are not checked.
        let sign = FIRST_SIGN + number;
        let Some(sign) = char::from_u32(sign).filter(|sign| number_of(*sign).is_some()) else {
            return String::new();
        };
        let words: Vec<&str> = self.places.text(span).split_whitespace().collect();
        let text = words.join(" ");
        let text = match text.contains(operator) && !text.starts_with('#') {
            true => without_brackets(&text).to_owned(),
            false => without_signs(printed),
        };
        self.operations.push(CheckedOperation {
            at: 0,
            text,
            integers: match self.module.shortens_integers {
                true => Integers::Shortened,
                false => Integers::AsWritten,
            },
        });
        sign.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_around_all_of_a_text_are_left_out() {
        for (text, expected) in [
            ("(a + b)", "a + b"),
            ("((a + b))", "a + b"),
            ("(a) + (b)", "(a) + (b)"),
            ("f(a + b)", "f(a + b)"),
            ("a << b", "a << b"),
            ("(a + b", "(a + b"),
        ] {
            assert_eq!(without_brackets(text), expected);
        }
    }

    #[test]
    fn operations_get_the_places_of_their_signs() {
        let operation = |text: &str| CheckedOperation {
            at: 0,
            text: text.to_owned(),
            integers: Integers::AsWritten,
        };
        let known = [operation("a + b"), operation("-c")];
        let (text, found) = take_signs("é = -\u{f0001}c;\nx = a\u{f0000} + b;\n", &known);
        assert_eq!(text, "é = -c;\nx = a + b;\n");
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|found| (&*found.text, &text[found.at as usize..][..2]))
            .collect();
        assert_eq!(found, [("-c", "c;"), ("a + b", " +")]);
    }
}
