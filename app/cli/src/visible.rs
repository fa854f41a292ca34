//! Texts of others for a terminal: control characters are shown and not sent, since a terminal obeys them.

use serde_json::ser::{Formatter, Serializer};
use std::fmt::Write;
use std::io;

/// Returns a text with `\x1b` in place of an escape character, and so on for all control characters but tabs and ends of
/// lines, and for characters that change the direction of the text around them (Unicode, UAX 9).
pub fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for letter in text.chars() {
        let _ = match letter {
            '\n' | '\t' => visible.write_char(letter),
            '\0'..='\x1f' | '\x7f' => write!(visible, "\\x{:02x}", u32::from(letter)),
            _ if is_obeyed(letter) => write!(visible, "{}", letter.escape_unicode()),
            _ => visible.write_char(letter),
        };
    }
    visible
}

/// Returns true for control characters, for those that change the direction of the text around them, and for invisible ones.
fn is_obeyed(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        )
}

/// Writes a value as JSON. All that a terminal obeys is escaped, more than JSON asks for.
pub fn write_json(out: impl io::Write, value: &impl serde::Serialize) -> serde_json::Result<()> {
    value.serialize(&mut Serializer::with_formatter(out, Escaped))
}

struct Escaped;

impl Formatter for Escaped {
    fn write_string_fragment<W: io::Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        for piece in fragment.split_inclusive(is_obeyed) {
            match piece.char_indices().next_back() {
                // All of them are below U+10000: one unit of UTF-16.
                Some((position, letter)) if is_obeyed(letter) => {
                    write!(out, "{}\\u{:04x}", &piece[..position], u32::from(letter))?;
                }
                _ => out.write_all(piece.as_bytes())?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown() {
        for (text, expected) in [
            ("a\tb\nc", "a\tb\nc"),
            ("\x1b[2J", "\\x1b[2J"),
            ("\x1b]52;c;cHduZWQ=\x07", "\\x1b]52;c;cHduZWQ=\\x07"),
            ("a\rb\x7f\0", "a\\x0db\\x7f\\x00"),
            ("\u{9b}2J", "\\u{9b}2J"),
            ("x\u{202e}y\u{2066}", "x\\u{202e}y\\u{2066}"),
            ("x\u{200b}\u{2060}\u{feff}", "x\\u{200b}\\u{2060}\\u{feff}"),
            ("汉字 é", "汉字 é"),
        ] {
            assert_eq!(visible(text), expected);
        }
    }

    #[test]
    fn json_is_escaped_and_reads_back() {
        let text = "\x1b[2J \u{7f}\u{9b}2J x\u{202e}y \"汉字\" \u{1f600}";
        let mut json = Vec::new();
        write_json(&mut json, &text).expect("a vector can be written");
        let json = String::from_utf8(json).expect("it is UTF-8");
        assert_eq!(json, r#""\u001b[2J \u007f\u009b2J x\u202ey \"汉字\" 😀""#);
        assert_eq!(serde_json::from_str::<String>(&json).ok().as_deref(), Some(text));
    }
}
