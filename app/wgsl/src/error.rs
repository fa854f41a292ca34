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

pub(crate) fn error(rule: Rule, span: Span, message: impl Into<String>) -> Box<Error> {
    Box::new(Error {
        rule,
        span,
        message: message.into(),
    })
}
