//! Lines of WGSL with the places of the CUDA text that they stand for.

use super::fragment::Fragment;
use crate::error::{Lines, Span};
use wgsl::{Origin, Role};

#[derive(Debug, Default)]
pub(super) struct Text {
    lines: Vec<Line>,
    /// Functions: the numbers of their first line and of the line behind them.
    functions: Vec<(usize, usize, Span)>,
}

#[derive(Debug, Default)]
struct Line {
    depth: usize,
    content: Fragment,
    stands_for: Option<Span>,
}

impl Text {
    /// Adds a line that stands for a place of the CUDA text, or that the translation adds.
    pub fn line(&mut self, depth: usize, content: impl Into<Fragment>, stands_for: Option<Span>) {
        self.lines.push(Line {
            depth,
            content: content.into(),
            stands_for,
        });
    }

    /// Adds a line that is a statement.
    pub fn statement(&mut self, depth: usize, content: impl Into<Fragment>, origin: Origin) {
        let stands_for = Some(origin.span);
        self.line(depth, content.into().of(origin), stands_for);
    }

    /// Adds a line of the translation's own.
    pub fn own(&mut self, content: impl Into<Fragment>) {
        self.line(0, content, None);
    }

    /// Adds an empty line, but never two.
    pub fn blank(&mut self) {
        if self.lines.last().is_some_and(|line| !line.content.is_empty()) {
            self.lines.push(Line::default());
        }
    }

    pub fn append(&mut self, mut other: Text) {
        let before = self.lines.len();
        let functions = other.functions.into_iter();
        self.functions
            .extend(functions.map(|(start, end, span)| (start + before, end + before, span)));
        self.lines.append(&mut other.lines);
    }

    /// Gives all lines so far the place of a function.
    pub fn function(&mut self, span: Span) {
        self.functions.push((0, self.lines.len(), span));
    }

    /// Returns the text, for each line the CUDA line that it stands for (0 for none), and the origins of its parts, inner
    /// ones first.
    pub fn finish(self, places: &Lines) -> (String, Vec<u32>, Vec<(Span, Origin)>) {
        let mut wgsl = String::new();
        let mut origins = Vec::new();
        let mut starts = Vec::with_capacity(self.lines.len() + 1);
        let mut lines = Vec::with_capacity(self.lines.len());
        for line in &self.lines {
            starts.push(wgsl.len());
            if !line.content.is_empty() {
                wgsl.extend(std::iter::repeat_n("  ", line.depth));
            }
            let by = wgsl.len() as u32;
            wgsl += line.content.text();
            wgsl.push('\n');
            origins.extend(line.content.origins_behind(by));
            lines.push(line.stands_for.map_or(0, |span| places.line(span.start)));
        }
        starts.push(wgsl.len());
        let functions = self.functions.into_iter();
        origins.extend(functions.map(|(start, end, span)| {
            let role = Role::Function;
            (Span::new(starts[start], starts[end]), Origin { span, role })
        }));
        (wgsl, lines, origins)
    }
}
