//! The origins of a translated text: the places of the first text that its parts stand for.

use crate::error::Span;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The origin of a part of the translation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The place in the first text.
    pub span: Span,
    pub role: Role,
}

/// The kind of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    Function,
    Statement,
    /// A statement whose accesses are volatile.
    VolatileStatement,
    Expression,
    /// An expression whose result the first language leaves undefined for some operands, as the first text writes it. The
    /// result of WGSL is defined.
    Operation(String),
    /// The same for integers of 64 bits, of which 32 are kept.
    Wide(String),
    /// A division that makes the number of an element from one of smaller units. An access of the first language, which
    /// has this text, must begin at a whole element.
    Whole(String),
    /// A call whose first language names the lanes of a warp that take part.
    Masked(u32),
}

/// The size of signed integers in the first language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Integers {
    /// They have 32 bits, as here.
    #[default]
    AsWritten,
    /// Some of its text have 64 bits there, and 32 here.
    Shortened,
}

/// A file that the first text includes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Included {
    /// The place of its text behind the first text.
    pub at: Span,
    pub name: String,
    /// The place of the directive in the first text.
    pub directive: Span,
}

/// A line of an included file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    pub name: String,
    pub line: u32,
}

/// The origins of a text. A part that the translation adds has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    /// The first text, and behind it the texts of the files that it includes.
    pub text: String,
    pub included: Vec<Included>,
    pub integers: Integers,
    /// The names of the first text, where the translation has others.
    names: BTreeMap<String, String>,
    parts: Vec<Part>,
}

/// A part of the translation. Two parts are apart, or one is inside of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    at: Span,
    origin: Origin,
    /// The part around it, as an index.
    outer: Option<u32>,
}

impl Origins {
    /// Returns the origins of parts, which nest. `names` has the names of the first text by those of the translation.
    pub fn new(
        text: &str,
        included: &[Included],
        integers: Integers,
        names: BTreeMap<String, String>,
        mut parts: Vec<(Span, Origin)>,
    ) -> Self {
        // Of two parts of one length the later one was put around the earlier one.
        parts.reverse();
        parts.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
        let mut nested: Vec<Part> = Vec::with_capacity(parts.len());
        let mut open: Vec<u32> = Vec::new();
        for (span, origin) in parts {
            while let Some(&last) = open.last()
                && nested[last as usize].at.end <= span.start
            {
                open.pop();
            }
            let outer = open.last().copied();
            open.push(nested.len() as u32);
            nested.push(Part {
                at: span,
                origin,
                outer,
            });
        }
        Origins {
            text: text.to_owned(),
            included: included.to_vec(),
            integers,
            names,
            parts: nested,
        }
    }

    /// Returns the parts that contain a range of the translation, from the innermost out.
    fn around(&self, range: Span) -> impl Iterator<Item = &Part> {
        let next = self.parts.partition_point(|part| part.at.start <= range.start);
        let index = next.checked_sub(1);
        let outwards = std::iter::successors(index.map(|index| &self.parts[index]), |part| {
            part.outer.map(|outer| &self.parts[outer as usize])
        });
        outwards.filter(move |part| part.at.end >= range.end)
    }

    /// Returns the place that a range of the translation stands for: that of the smallest expression or statement around
    /// it. `None` for what the translation adds.
    pub fn place(&self, range: Span) -> Option<Span> {
        let part = self.around(range).next()?;
        (part.origin.role != Role::Function).then_some(part.origin.span)
    }

    /// Returns the place of the function that a range of the translation is in.
    pub fn function(&self, range: Span) -> Option<Span> {
        let mut around = self.around(range);
        let function = around.find(|part| part.origin.role == Role::Function)?;
        Some(function.origin.span)
    }

    /// Returns true if the accesses of a range are volatile.
    pub fn is_volatile(&self, range: Span) -> bool {
        let mut around = self.around(range);
        around.any(|part| part.origin.role == Role::VolatileStatement)
    }

    /// Returns the text of the operation that is this range of the translation, if it is checked.
    pub fn operation(&self, range: Span) -> Option<&str> {
        let mut around = self.around(range).take_while(|part| part.at == range);
        around.find_map(|part| match &part.origin.role {
            Role::Operation(text) | Role::Wide(text) => Some(&**text),
            _ => None,
        })
    }

    /// Returns true if the operation that is this range of the translation has integers of 64 bits.
    pub fn is_wide(&self, range: Span) -> bool {
        let mut around = self.around(range).take_while(|part| part.at == range);
        around.any(|part| matches!(part.origin.role, Role::Wide(_)))
    }

    /// Returns the text of the access that must begin at a whole element, if this range of the translation computes its
    /// number.
    pub fn whole(&self, range: Span) -> Option<&str> {
        let mut around = self.around(range).take_while(|part| part.at == range);
        around.find_map(|part| match &part.origin.role {
            Role::Whole(text) => Some(&**text),
            _ => None,
        })
    }

    /// Returns the mask of the lanes that take part in the call that is this range of the translation.
    pub fn mask(&self, range: Span) -> Option<u32> {
        let mut around = self.around(range).take_while(|part| part.at == range);
        around.find_map(|part| match part.origin.role {
            Role::Masked(mask) => Some(mask),
            _ => None,
        })
    }

    /// Returns the same origins without operations that are checked.
    pub fn unchecked(&self) -> Self {
        let mut unchecked = self.clone();
        for part in &mut unchecked.parts {
            if let Role::Operation(_) | Role::Wide(_) | Role::Whole(_) = part.origin.role {
                part.origin.role = Role::Expression;
            }
        }
        unchecked
    }

    /// Returns the line of an included file for a byte of [`Origins::text`], and the place of its directive.
    pub fn header(&self, byte: u32) -> Option<(Header, Span)> {
        header(&self.text, &self.included, byte)
    }

    /// Returns the name of the first text for one of the translation.
    pub fn name<'n>(&'n self, translated: &'n str) -> &'n str {
        self.names.get(translated).map_or(translated, |name| name)
    }
}

/// Returns the line of an included file for a byte, and the place of its directive. `text` has the files behind the first
/// text.
pub fn header(text: &str, included: &[Included], byte: u32) -> Option<(Header, Span)> {
    let mut files = included.iter();
    let file = files.find(|file| file.at.range().contains(&(byte as usize)))?;
    let before = text.get(file.at.start as usize..byte as usize)?;
    let header = Header {
        name: file.name.clone(),
        line: before.matches('\n').count() as u32 + 1,
    };
    Some((header, file.directive))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origins() -> Origins {
        let first = "f() { x = a / b; }";
        let translation = "fn f() { help(); x = div(a / b); }";
        let part = |text: &str, original: &str, role: Role| {
            let place = translation.find(text).expect("the translation has it");
            let start = first.find(original).expect("the text has it");
            let span = Span::new(start, start + original.len());
            (Span::new(place, place + text.len()), Origin { span, role })
        };
        let names = BTreeMap::from([("b".to_owned(), "filter".to_owned())]);
        let parts = vec![
            part("a", "a", Role::Expression),
            part("a / b", "a / b", Role::Operation("a / b".to_owned())),
            part("a / b", "a / b", Role::Expression),
            part("x = div(a / b);", "x = a / b;", Role::VolatileStatement),
            part(translation, first, Role::Function),
        ];
        Origins::new(first, &[], Integers::AsWritten, names, parts)
    }

    /// Returns the first text's part for a part of the translation.
    fn place(origins: &Origins, start: usize, length: usize) -> Option<&str> {
        let place = origins.place(Span::new(start, start + length))?;
        origins.text.get(place.range())
    }

    #[test]
    fn a_range_has_the_place_of_the_smallest_part_around_it() {
        let origins = origins();
        for (start, length, expected) in [
            (25, 1, Some("a")),
            (25, 5, Some("a / b")),
            (29, 1, Some("a / b")),
            (21, 10, Some("x = a / b;")),
            (17, 1, Some("x = a / b;")),
            (9, 7, None),
            (9, 12, None),
        ] {
            assert_eq!(place(&origins, start, length), expected, "{start}");
        }
        assert_eq!(origins.function(Span::new(9, 16)), Some(Span::new(0, 18)));
    }

    #[test]
    fn operations_have_their_whole_range_and_volatile_statements_their_parts() {
        let origins = origins();
        assert_eq!(origins.operation(Span::new(25, 30)), Some("a / b"));
        assert_eq!(origins.operation(Span::new(25, 26)), None);
        assert!(origins.is_volatile(Span::new(29, 30)));
        assert!(!origins.is_volatile(Span::new(9, 16)));
    }

    #[test]
    fn names_are_those_of_the_first_text() {
        let origins = origins();
        assert_eq!(["a", "b"].map(|name| origins.name(name)), ["a", "filter"]);
    }
}
