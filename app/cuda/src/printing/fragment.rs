//! Pieces of WGSL with the places of the CUDA text that their parts stand for.

use crate::error::Span;
use wgsl::{Origin, Role};

#[derive(Clone, Debug, Default)]
pub(super) struct Fragment {
    text: String,
    /// Inner parts before the parts around them.
    origins: Vec<(Span, Origin)>,
}

/// A part of a fragment: a text, or another fragment.
pub(super) trait Piece {
    fn add_to(&self, fragment: &mut Fragment);
}

impl Piece for Fragment {
    fn add_to(&self, fragment: &mut Fragment) {
        let by = fragment.text.len() as u32;
        fragment.text += &self.text;
        fragment.origins.extend(self.origins_behind(by));
    }
}

impl<T: AsRef<str> + ?Sized> Piece for T {
    fn add_to(&self, fragment: &mut Fragment) {
        fragment.text += self.as_ref();
    }
}

impl<P: Piece + ?Sized> From<&P> for Fragment {
    fn from(piece: &P) -> Self {
        let mut fragment = Fragment::default();
        piece.add_to(&mut fragment);
        fragment
    }
}

impl Fragment {
    /// Returns a template with pieces in place of each `{}`.
    pub fn fill(template: &str, pieces: &[&dyn Piece]) -> Self {
        let mut fragment = Fragment::default();
        let mut pieces = pieces.iter();
        for (index, text) in template.split("{}").enumerate() {
            if index > 0
                && let Some(piece) = pieces.next()
            {
                piece.add_to(&mut fragment);
            }
            fragment.text += text;
        }
        fragment
    }

    /// Returns fragments with a text between them.
    pub fn join(fragments: &[Fragment], between: &str) -> Self {
        let mut whole = Fragment::default();
        for (index, fragment) in fragments.iter().enumerate() {
            if index > 0 {
                whole.text += between;
            }
            fragment.add_to(&mut whole);
        }
        whole
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the origins of the parts, for a fragment that stands behind so many bytes.
    pub fn origins_behind(&self, bytes: u32) -> impl Iterator<Item = (Span, Origin)> + '_ {
        self.origins.iter().map(move |(span, origin)| {
            let span = Span {
                start: span.start + bytes,
                end: span.end + bytes,
            };
            (span, origin.clone())
        })
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Gives the whole fragment an origin.
    pub fn of(mut self, origin: Origin) -> Self {
        let whole = Span::new(0, self.text.len());
        self.origins.push((whole, origin));
        self
    }

    /// Gives the whole fragment the place of an expression, if it has one.
    pub fn at(self, span: Option<Span>) -> Self {
        match span {
            Some(span) => self.of(Origin {
                span,
                role: Role::Expression,
            }),
            None => self,
        }
    }

    /// Removes a semicolon at the end.
    pub fn without_semicolon(mut self) -> Self {
        if self.text.ends_with(';') {
            self.text.pop();
            let end = self.text.len() as u32;
            for (span, _) in &mut self.origins {
                span.end = span.end.min(end);
            }
        }
        self
    }
}

/// Returns a template with pieces in place of each `{}`.
macro_rules! fragment {
    ($template:literal $(, $piece:expr)* $(,)?) => {
        $crate::printing::fragment::Fragment::fill($template, &[$(&$piece),*])
    };
}
pub(super) use fragment;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_move_with_their_parts() {
        let part = |text: &str, start, end| Fragment::from(text).at(Some(Span { start, end }));
        let sum = fragment!("{} + {}", part("a", 10, 11), part("b", 14, 15));
        let sum = sum.at(Some(Span { start: 10, end: 15 }));
        let call = fragment!("f(é, {});", fragment!("({})", sum));
        assert_eq!(call.text(), "f(é, (a + b));");
        let parts: Vec<(&str, u32)> = call
            .origins_behind(0)
            .map(|(span, origin)| (&call.text()[span.range()], origin.span.start))
            .collect();
        assert_eq!(parts, [("a", 10), ("b", 14), ("a + b", 10)]);
    }
}
