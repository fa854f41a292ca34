//! Texts of others for a terminal: control characters are shown and not sent, since a terminal obeys them.

use std::fmt::Write;

/// Returns a text with `\x1b` in place of an escape character, and so on for all control characters but tabs and ends of
/// lines, and for characters that change the direction of the text around them (Unicode, UAX 9).
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        let _ = match letter {
            '\n' | '\t' => shown.write_char(letter),
            '\0'..='\x1f' | '\x7f' => write!(shown, "\\x{:02x}", u32::from(letter)),
            '\u{80}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => write!(shown, "{}", letter.escape_unicode()),
            _ => shown.write_char(letter),
        };
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown() {
        for (text, shown) in [
            ("a\tb\nc", "a\tb\nc"),
            ("\x1b[2J", "\\x1b[2J"),
            ("\x1b]52;c;cHduZWQ=\x07", "\\x1b]52;c;cHduZWQ=\\x07"),
            ("a\rb\x7f\0", "a\\x0db\\x7f\\x00"),
            ("\u{9b}2J", "\\u{9b}2J"),
            ("x\u{202e}y\u{2066}", "x\\u{202e}y\\u{2066}"),
            ("汉字 é", "汉字 é"),
        ] {
            assert_eq!(visible(text), shown);
        }
    }
}
