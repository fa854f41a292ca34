//! Gives parts of the translation the places of statements and of operations that are checked.

use super::Printer;
use super::fragment::Fragment;
use crate::error::Span;
use std::ops::Range;
use wgsl::{Origin, Role};

/// Returns the range of a text inside of the brackets around all of it.
fn inside_brackets(text: &str) -> Range<usize> {
    let mut range = 0..text.len();
    while let Some(inside) = enclosed(&text[range.clone()]) {
        let blanks = inside.len() - inside.trim_start().len();
        let start = range.start + 1 + blanks;
        range = start..start + inside.trim().len();
    }
    range
}

/// Returns what stands between brackets around all of a text.
fn enclosed(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('(')?.strip_suffix(')')?;
    let mut depth = 0;
    let closes_first = inside.chars().any(|letter| {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth < 0
    });
    (!closes_first).then_some(inside)
}

impl Printer<'_> {
    /// Returns the origin of a statement.
    pub(super) fn statement_origin(&self, span: Span) -> Origin {
        let role = if self.module.volatile.contains(&span.start) {
            Role::VolatileStatement
        } else {
            Role::Statement
        };
        Origin { span, role }
    }

    /// Returns the origin of a number of an element that an access at this place must have whole.
    pub(super) fn whole_origin(&self, span: Span) -> Origin {
        let words: Vec<&str> = self.places.text(span).split_whitespace().collect();
        let role = Role::Whole(words.join(" "));
        Origin { span, role }
    }

    /// Returns the origin of an operation whose result C++ leaves undefined for some operands. `printed` is its text where
    /// CUDA does not have it at its place: tokens of a macro or of an included file have the place of the use.
    pub(super) fn operation_origin(&self, span: Span, operator: &str, printed: &Fragment) -> Origin {
        let role = if self.module.wide.contains(&span) {
            Role::Wide
        } else {
            Role::Operation
        };
        let written = self.places.text(span);
        if !written.contains(operator) || written.starts_with('#') {
            let role = role(printed.text().to_owned());
            return Origin { span, role };
        }
        let inside = inside_brackets(written);
        let words: Vec<&str> = written[inside.clone()].split_whitespace().collect();
        let role = role(words.join(" "));
        let span = Span {
            start: span.start + inside.start as u32,
            end: span.start + inside.end as u32,
        };
        Origin { span, role }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_around_all_of_a_text_are_left_out() {
        for (text, expected) in [
            ("(a + b)", "a + b"),
            ("( (a + b) )", "a + b"),
            ("(a) + (b)", "(a) + (b)"),
            ("f(a + b)", "f(a + b)"),
            ("a << b", "a << b"),
            ("(a + b", "(a + b"),
        ] {
            assert_eq!(&text[inside_brackets(text)], expected);
        }
    }
}
