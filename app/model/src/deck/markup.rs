//! The marks in the text of a slide of words: lists, bold words and code, as in Markdown.

/// A part of a text, with its own lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A line of its own; an empty one is a gap.
    Line(Vec<Piece>),
    /// An item of a list, with its bullet or number, and its level from 0.
    Item {
        marker: String,
        level: usize,
        pieces: Vec<Piece>,
    },
    /// Lines of code.
    Code(String),
}

/// Words in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Plain(String),
    Bold(String),
    Code(String),
}

/// The line around lines of code.
const FENCE: &str = "```";
/// The deepest level of a list.
const DEEPEST: usize = 3;

/// Reads a text. A mark without its end is an ordinary letter.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim_start().starts_with(FENCE) {
            let code = lines.by_ref();
            let code = code.take_while(|line| !line.trim_start().starts_with(FENCE));
            blocks.push(Block::Code(code.collect::<Vec<_>>().join("\n")));
        } else {
            blocks.push(item(line).unwrap_or_else(|| Block::Line(pieces(line))));
        }
    }
    blocks
}

/// Returns a text without its marks, in one line for each line.
pub fn plain(text: &str) -> String {
    let words = |pieces: &[Piece]| {
        let words = pieces.iter().map(|piece| match piece {
            Piece::Plain(text) | Piece::Bold(text) | Piece::Code(text) => text.as_str(),
        });
        words.collect::<String>()
    };
    let line = |block: &Block| match block {
        Block::Line(pieces) => words(pieces),
        Block::Item { marker, pieces, .. } => format!("{marker} {}", words(pieces)),
        Block::Code(code) => code.clone(),
    };
    blocks(text).iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns an item of a list: `- words`, `• words` or `2. words`, with two spaces for each level.
fn item(line: &str) -> Option<Block> {
    let words = line.trim_start();
    let level = ((line.len() - words.len()) / 2).min(DEEPEST);
    let bullet = ["- ", "* ", "• "].iter().find_map(|bullet| words.strip_prefix(bullet));
    let (marker, rest) = match bullet {
        Some(rest) => ("•".to_owned(), rest),
        None => {
            let (number, rest) = words.split_once(". ")?;
            let is_number = (1..=2).contains(&number.len()) && number.bytes().all(|digit| digit.is_ascii_digit());
            (is_number.then(|| format!("{number}."))?, rest)
        }
    };
    Some(Block::Item {
        marker,
        level,
        pieces: pieces(rest),
    })
}

fn pieces(line: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut rest = line;
    while let Some(letter) = rest.chars().next() {
        let piece = marked(rest, "`")
            .map(|(code, after)| (Piece::Code(code), after))
            .or_else(|| marked(rest, "**").map(|(bold, after)| (Piece::Bold(bold), after)));
        match piece {
            Some((piece, after)) => {
                if !plain.is_empty() {
                    pieces.push(Piece::Plain(std::mem::take(&mut plain)));
                }
                pieces.push(piece);
                rest = after;
            }
            None => {
                plain.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
        }
    }
    if !plain.is_empty() {
        pieces.push(Piece::Plain(plain));
    }
    pieces
}

/// Returns the words between two marks at the beginning of a text, and the text after them.
fn marked<'t>(text: &'t str, mark: &str) -> Option<(String, &'t str)> {
    let (words, after) = text.strip_prefix(mark)?.split_once(mark)?;
    let is_tight = !words.is_empty() && words.trim() == words;
    is_tight.then(|| (words.to_owned(), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Piece> {
        vec![Piece::Plain(text.to_owned())]
    }

    #[test]
    fn lists_bold_words_and_code_are_marked() {
        let item = |marker: &str, level, pieces| Block::Item {
            marker: marker.to_owned(),
            level,
            pieces,
        };
        let table = [
            ("- one", item("•", 0, words("one"))),
            ("• one", item("•", 0, words("one"))),
            ("  * two", item("•", 1, words("two"))),
            ("12. twelve", item("12.", 0, words("twelve"))),
            ("a - b", Block::Line(words("a - b"))),
            ("3.5 is no item", Block::Line(words("3.5 is no item"))),
            ("1024. nor this", Block::Line(words("1024. nor this"))),
            ("", Block::Line(Vec::new())),
            (
                "a **b** `c[i]` d",
                Block::Line(vec![
                    Piece::Plain("a ".to_owned()),
                    Piece::Bold("b".to_owned()),
                    Piece::Plain(" ".to_owned()),
                    Piece::Code("c[i]".to_owned()),
                    Piece::Plain(" d".to_owned()),
                ]),
            ),
            ("2 ** 3 and ` alone", Block::Line(words("2 ** 3 and ` alone"))),
            ("a * b * c", Block::Line(words("a * b * c"))),
        ];
        for (text, block) in table {
            assert_eq!(blocks(text).first().cloned().unwrap_or(Block::Line(Vec::new())), block);
        }
        let fenced = "before\n```cuda\nx = 1;\n  - y\n```\nafter\n```\nopen";
        assert_eq!(
            blocks(fenced),
            [
                Block::Line(words("before")),
                Block::Code("x = 1;\n  - y".to_owned()),
                Block::Line(words("after")),
                Block::Code("open".to_owned()),
            ]
        );
    }

    #[test]
    fn no_letter_is_lost() {
        for text in ["**", "`", "****", "``", "**a", "a**b**c**", "- ", "1. ", "字**粗**`码`"] {
            let kept = |text: &str| -> String {
                let is_kept = |letter: &char| !matches!(letter, '*' | '`' | '-' | ' ' | '•');
                text.chars().filter(is_kept).collect()
            };
            assert_eq!(kept(&plain(text)), kept(text));
        }
    }
}
