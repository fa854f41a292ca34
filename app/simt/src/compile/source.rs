//! The text that readers know: lines and columns of places, and its limit. A translated text has the places of the text
//! that it was translated from.

use crate::program::{KernelError, Statement};
use wgsl::{Header, Origins, Span};

/// Limit of the text, in bytes.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// A text that is compiled, and the one that its reader knows.
#[derive(Clone, Copy)]
pub(super) struct Source<'s> {
    text: &'s str,
    origins: Option<&'s Origins>,
}

impl<'s> Source<'s> {
    pub(super) fn new(text: &'s str, origins: Option<&'s Origins>) -> Self {
        Source { text, origins }
    }

    /// Returns the text that readers know.
    pub(super) fn known(&self) -> &'s str {
        self.origins.map_or(self.text, |origins| &origins.text)
    }

    /// Returns the reader's place for a range of the compiled text; `None` for what a translation adds.
    pub(super) fn place(&self, range: Span) -> Option<Span> {
        match self.origins {
            Some(origins) => origins.place(range),
            None => Some(range),
        }
    }

    /// Returns the reader's place of the function that is a range of the compiled text; an added one is nowhere.
    pub(super) fn function(&self, range: Span) -> Span {
        match self.origins {
            Some(origins) => origins.function(range).unwrap_or_default(),
            None => range,
        }
    }

    /// Returns the reader's text of a place.
    pub(super) fn quote(&self, place: Span) -> &'s str {
        self.known().get(place.range()).unwrap_or_default()
    }

    /// Returns the line of an included file for a place, and the place of the directive.
    fn header(&self, place: Span) -> Option<(Header, Span)> {
        self.origins?.header(place.start)
    }

    /// Returns line and column of a place in the reader's own text, and the line of the included file that it is in. What
    /// an included file says has line and column of the directive.
    pub(super) fn located(&self, place: Span) -> ((u32, u32), Option<Header>) {
        let (header, place) = match self.header(place) {
            Some((header, directive)) => (Some(header), directive),
            None => (None, place),
        };
        (location(self.known(), place.start as usize), header)
    }

    /// Returns the reader's line and column for a range of the compiled text; (0, 0) for what a translation adds.
    pub(super) fn location(&self, range: Span) -> (u32, u32) {
        self.beginning(range).0
    }

    /// Returns line and column of a range of the compiled text, and the line of the included file that it is in. A range
    /// of several statements, as a loop is, has the place of the first one.
    pub(super) fn beginning(&self, range: Span) -> ((u32, u32), Option<Header>) {
        let first = Span {
            end: range.start,
            ..range
        };
        let place = self.place(range).or_else(|| self.place(first));
        place.map_or(((0, 0), None), |place| self.located(place))
    }

    /// Returns the reader's name for one of the compiled text.
    pub(super) fn name(&self, name: String) -> String {
        match self.origins {
            Some(origins) => origins.name(&name).to_owned(),
            None => name,
        }
    }

    pub(super) fn mask(&self, range: Span) -> Option<u32> {
        self.origins.and_then(|origins| origins.mask(range))
    }

    pub(super) fn is_volatile(&self, range: Span) -> bool {
        self.origins.is_some_and(|origins| origins.is_volatile(range))
    }

    /// Returns the statements that ranges of the compiled text stand for. What a translation adds is an empty statement in
    /// line 0. Returns also, by index, the lines of those that stand in included files.
    pub(super) fn statements(&self, ranges: &[Span]) -> (Vec<Statement>, Vec<(u32, Header)>) {
        let known_text = self.known();
        let mut headers = Vec::new();
        let mut places: Vec<(usize, Span)> = ranges
            .iter()
            .enumerate()
            .filter_map(|(index, range)| {
                let place = self.place(*range)?;
                let Some((header, directive)) = self.header(place) else {
                    return Some((index, place));
                };
                headers.push((index as u32, header));
                Some((index, directive))
            })
            .collect();
        places.sort_by_key(|(_, place)| place.start);
        let mut statements = vec![Statement::default(); ranges.len()];
        // Lines and columns are counted from the last statement on, so that the time is linear in the length of the text.
        let (mut counted_to, mut line, mut column) = (0, 1, 1);
        for (index, Span { start, end }) in places {
            let passed = known_text.get(counted_to..start as usize).unwrap_or_default();
            line += passed.matches('\n').count() as u32;
            column = match passed.rfind('\n') {
                Some(newline) => passed[newline + 1..].chars().count() as u32 + 1,
                None => column + passed.chars().count() as u32,
            };
            counted_to = start as usize;
            let text = self.quote(Span { start, end });
            let text = text.strip_suffix(';').unwrap_or(text).trim_end();
            statements[index] = Statement {
                start,
                end: start + text.len() as u32,
                line,
                column,
            };
        }
        (statements, headers)
    }
}

/// Returns line and column (from 1, in characters) of a byte offset.
pub(super) fn location(text: &str, offset: usize) -> (u32, u32) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (
        before.matches('\n').count() as u32 + 1,
        before[line_start..].chars().count() as u32 + 1,
    )
}

/// Refuses text that is too long to be read while a page waits.
pub(super) fn check(text: &str) -> Result<(), KernelError> {
    if text.len() > MAX_BYTES {
        return Err(KernelError::TooLong {
            bytes: text.len(),
            limit: MAX_BYTES,
            line: 1 + text.as_bytes()[..MAX_BYTES]
                .iter()
                .filter(|&&byte| byte == b'\n')
                .count() as u32,
        });
    }
    Ok(())
}
