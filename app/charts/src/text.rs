//! Estimates the width of text, in a way that is the same on every platform.

use crate::svg::is_xml;

/// Returns the width of a character relative to the text size. The value is that of digits in the widest common fonts;
/// this is more than monospaced fonts need and enough for nearly all text in proportional fonts. Chinese, Japanese and
/// Korean characters are square.
fn advance(c: char) -> f64 {
    match c {
        '\u{0300}'..='\u{036f}' | '\u{200b}'..='\u{200f}' => 0.0,
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' => 1.0,
        '\u{ff00}'..='\u{ff60}' | '\u{1f300}'.. => 1.0,
        _ => 0.64,
    }
}

/// Size and weight of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Face {
    pub size: i32,
    pub weight: Weight,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    Normal,
    Bold,
}

/// Factor by which bold text is wider.
const BOLD: f64 = 1.1;

/// Returns the width in pixels, rounded up.
pub(crate) fn width(text: &str, face: Face) -> i32 {
    let stretch = match face.weight {
        Weight::Normal => 1.0,
        Weight::Bold => BOLD,
    };
    (text.chars().map(advance).sum::<f64>() * f64::from(face.size) * stretch).ceil() as i32
}

/// Returns the text, shortened with an ellipsis if it is wider than `room`.
pub(crate) fn fit(text: &str, room: i32, face: Face) -> String {
    if width(text, face) <= room {
        return text.to_owned();
    }
    let mut cut = String::new();
    for c in text.chars() {
        if width(&format!("{cut}{c}…"), face) > room {
            break;
        }
        cut.push(c);
    }
    let kept = cut.trim_end();
    if kept.is_empty() {
        String::new()
    } else {
        format!("{kept}…")
    }
}

/// A space at which no line breaks.
const NO_BREAK: char = '\u{a0}';

/// Returns the text on one line, without characters that XML forbids.
pub(crate) fn clean(text: &str) -> String {
    let one_line = text
        .chars()
        .filter(|&c| is_xml(c))
        .map(|c| if c.is_whitespace() && c != NO_BREAK { ' ' } else { c });
    one_line.collect::<String>().trim().to_owned()
}

/// Returns the vertical middles of `lines` lines, from `y` downward, and moves `y` below them.
pub(crate) fn stack(lines: usize, y: &mut i32, line_height: i32) -> Vec<i32> {
    (0..lines)
        .map(|_| {
            let middle = *y + line_height / 2;
            *y += line_height;
            middle
        })
        .collect()
}

/// Breaks a text into lines no wider than `room`, at spaces or next to square characters, and within a word that is
/// wider than a line. A room without place for a character gets no lines.
pub(crate) fn wrap(text: &str, room: i32, face: Face) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let is_wide = |line: &str| width(line.trim_end(), face) > room;
    let mut end = |line: &mut String| {
        let ended = std::mem::take(line);
        if !ended.trim().is_empty() && !is_wide(&ended) {
            lines.push(ended.trim_end().to_owned());
        }
    };
    for piece in pieces(text) {
        if is_wide(&format!("{line}{piece}")) {
            end(&mut line);
        }
        if !is_wide(piece) {
            line.push_str(if line.is_empty() { piece.trim_start() } else { piece });
            continue;
        }
        for c in piece.chars() {
            if is_wide(&format!("{line}{c}")) {
                end(&mut line);
            }
            line.push(c);
        }
    }
    end(&mut line);
    lines
}

/// Splits a text at every place where a line may end; each piece keeps the spaces after it.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((offset, c)) = characters.next() {
        let end = offset + c.len_utf8();
        let Some(&(_, next)) = characters.peek() else {
            break;
        };
        let after_space = c.is_whitespace() && c != NO_BREAK && !next.is_whitespace();
        // A line must not begin with closing punctuation.
        let square = advance(c) == 1.0 && !next.is_whitespace() && !"，。、；：）」』！？".contains(next);
        if after_space || square {
            pieces.push(&text[start..end]);
            start = end;
        }
    }
    if start < text.len() {
        pieces.push(&text[start..]);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FACE: Face = Face {
        size: 10,
        weight: Weight::Normal,
    };

    #[test]
    fn text_is_cut_where_there_is_no_room() {
        for (text, room, expected) in [
            ("neighbored", 64, "neighbored"),
            ("neighbored", 63, "neighbor…"),
            ("less divergence", 40, "less…"),
            ("相邻配对", 40, "相邻配对"),
            ("相邻配对", 39, "相邻配…"),
            ("abc", 3, ""),
            ("", 0, ""),
        ] {
            assert_eq!(fit(text, room, FACE), expected);
        }
    }

    #[test]
    fn lines_break_at_spaces_and_between_chinese_characters() {
        for (text, room, expected) in [
            ("median of 15 runs", 64, vec!["median of", "15 runs"]),
            ("中位数，越短越好。", 50, vec!["中位数，越", "短越好。"]),
            ("block 256 是块", 64, vec!["block 256", "是块"]),
            ("block n\u{a0}256", 64, vec!["block", "n\u{a0}256"]),
            ("   ", 60, vec![]),
            ("supercalifragilistic x", 64, vec!["supercalif", "ragilistic", "x"]),
        ] {
            assert_eq!(wrap(&clean(text), room, FACE), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn nothing_is_wider_than_its_room(text: String, room in 0..400_i32, size in 6..24_i32) {
            let face = Face { size, weight: Weight::Bold };
            prop_assert!(width(&fit(&text, room, face), face) <= room);
            for line in wrap(&text, room, face) {
                prop_assert!(width(&line, face) <= room);
            }
        }
    }
}
