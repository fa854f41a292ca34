//! An error of a text, with its place.

/// A range of bytes of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(start: usize, end: usize) -> Self {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// Returns the range from the start of `self` to the end of `other`.
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start,
            end: other.end.max(self.end),
        }
    }

    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The rule that a text breaks, as far as callers tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The text does not follow the grammar.
    Syntax,
    /// The text follows the grammar, but breaks a rule.
    Validation,
    /// Brackets or statements nest too deep.
    Depth,
}

/// An error of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub rule: Rule,
    pub span: Span,
    pub message: String,
}

pub type Result<T> = std::result::Result<T, Box<Error>>;

/// Returns an error of validation.
pub(crate) fn invalid<T>(span: Span, message: impl Into<String>) -> Result<T> {
    Err(error(Rule::Validation, span, message))
}

/// Returns a number with its noun, which ends with `s` unless the number is 1.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}

/// Returns a range of numbers with its noun, as in `1 to 3 arguments`. A range of one number is that number.
pub(crate) fn counted_range(least: usize, most: usize, noun: &str) -> String {
    if least == most {
        counted(most, noun)
    } else {
        format!("{least} to {}", counted(most, noun))
    }
}

pub(crate) fn error(rule: Rule, span: Span, message: impl Into<String>) -> Box<Error> {
    Box::new(Error {
        rule,
        span,
        message: short(message.into()),
    })
}

/// The longest word of a message, the longest text that it quotes, and the characters that are kept of longer ones.
const LONGEST_WORD: usize = 80;
const LONGEST_QUOTE: usize = 160;
const KEPT: usize = 40;

/// Cuts long words and long quotes of a message: one word can be as long as the whole text. Chinese has no blanks between
/// words, so only letters of ASCII count, but in a quote all do.
pub fn short(message: String) -> String {
    if message.len() <= LONGEST_WORD {
        return message;
    }
    let ends_word = |letter: char| !letter.is_ascii() || letter.is_whitespace();
    let mut out = String::new();
    for (index, part) in message.split('`').enumerate() {
        if index > 0 {
            out.push('`');
        }
        let is_quote = index % 2 == 1;
        if is_quote && part.chars().count() > LONGEST_QUOTE {
            out.extend(part.chars().take(KEPT));
            out.push('…');
            continue;
        }
        for piece in part.split_inclusive(ends_word) {
            let word = piece.trim_end_matches(ends_word);
            if word.len() > LONGEST_WORD {
                out.push_str(&word[..KEPT]);
                out.push('…');
                out.push_str(&piece[word.len()..]);
            } else {
                out.push_str(piece)
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn long_words_and_quotes_are_cut() {
        let (a, kept) = ("a".repeat(1000), "a".repeat(40));
        let (e, kept_e) = ("é".repeat(1000), "é".repeat(40));
        for (message, wanted) in [
            (format!("`{a}` is no number"), format!("`{kept}…` is no number")),
            (format!("there is {a} here"), format!("there is {kept}… here")),
            (format!("`{e}` and `{a}`"), format!("`{kept_e}…` and `{kept}…`")),
            (format!("`{}`", "x + ".repeat(100)), format!("`{}…`", "x + ".repeat(10))),
        ] {
            assert_eq!(short(message), wanted);
        }
        let plain = "a sentence of more than eighty letters ".repeat(20);
        assert_eq!(short(plain.clone()), plain);
    }
}
