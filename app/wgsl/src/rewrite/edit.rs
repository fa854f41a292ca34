//! Replaces ranges of a text, and leads places of the new text back to the old one.

use crate::error::Span;

/// Changes to a text. A range inside of one that is replaced as a whole is dropped.
#[derive(Debug, Default)]
pub(super) struct Edits {
    found: Vec<(Span, Vec<Piece>)>,
    pub(super) names: Vec<(String, Option<String>)>,
}

/// A part of a replacement.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Text(String),
    /// A range of the old text, with the changes inside of it.
    Old(Span),
}

/// Leads offsets of the new text back to the old one.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// New start, old range, and whether both have the same text.
    parts: Vec<(usize, Span, bool)>,
}

impl Places {
    /// Returns the range of the old text that a range of the new one came from.
    pub fn old(&self, new: std::ops::Range<usize>) -> std::ops::Range<usize> {
        let start = self.at(new.start, false);
        let end = if new.end > new.start {
            self.at(new.end - 1, true)
        } else {
            start
        };
        start..end.max(start)
    }

    fn at(&self, new: usize, is_end: bool) -> usize {
        let index = self.parts.partition_point(|(start, _, _)| *start <= new);
        let Some((start, old, is_same)) =
            index.checked_sub(1).and_then(|index| self.parts.get(index))
        else {
            return new + usize::from(is_end);
        };
        match (is_same, is_end) {
            (true, _) => {
                (old.start as usize + new - start + usize::from(is_end)).min(old.end as usize)
            }
            (false, false) => old.start as usize,
            (false, true) => old.end as usize,
        }
    }

    /// Returns an offset of the new text that leads to one of the old text.
    pub fn new_offset(&self, old: usize) -> usize {
        let part = self.parts.iter().find(|(_, range, is_same)| {
            *is_same && (range.start as usize..range.end as usize).contains(&old)
        });
        part.map_or(old, |(start, range, _)| start + old - range.start as usize)
    }
}

impl Edits {
    pub(super) fn replace(&mut self, range: Span, text: impl Into<String>) {
        self.found.push((range, vec![Piece::Text(text.into())]));
    }

    pub(super) fn compose(&mut self, range: Span, pieces: Vec<Piece>) {
        self.found.push((range, pieces));
    }

    pub(super) fn apply(mut self, text: &str) -> (String, Places) {
        self.found
            .sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
        let mut new = String::with_capacity(text.len() + text.len() / 8);
        let mut places = Places::default();
        let whole = Span::new(0, text.len());
        write(text, whole, &self.found, &mut new, &mut places);
        (new, places)
    }
}

/// Writes a range of the old text with the edits that lie in it.
fn write(
    text: &str,
    range: Span,
    edits: &[(Span, Vec<Piece>)],
    new: &mut String,
    places: &mut Places,
) {
    let mut at = range.start;
    let keep = |from: u32, to: u32, new: &mut String, places: &mut Places| {
        if from < to {
            places.parts.push((
                new.len(),
                Span {
                    start: from,
                    end: to,
                },
                true,
            ));
            new.push_str(&text[from as usize..to as usize]);
        }
    };
    let first = edits.partition_point(|(edit, _)| edit.start < range.start);
    for (index, (edit, pieces)) in edits.iter().enumerate().skip(first) {
        let is_appended = edit.start as usize == text.len();
        if edit.start >= range.end && !is_appended {
            break;
        }
        if edit.start < at || edit.end > range.end {
            continue;
        }
        keep(at, edit.start, new, places);
        for piece in pieces {
            match piece {
                Piece::Text(inner) => {
                    places.parts.push((new.len(), *edit, false));
                    new.push_str(inner);
                }
                // The edit itself must not be applied again inside of its own range.
                Piece::Old(inner) => write(text, *inner, &edits[index + 1..], new, places),
            }
        }
        at = edit.end;
    }
    keep(at, range.end, new, places);
}
