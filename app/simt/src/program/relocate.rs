//! Gives a program the places of the text from which its own text was translated.

use super::{Program, Site, Statement, VariableRole};
use crate::program::Op;
use std::collections::HashMap;
use std::ops::Range;

/// The most lines of one statement in which an access is looked for.
const MOST_LINES: usize = 16;

/// A line of the original text without its indentation and its comment.
#[derive(Clone, Debug)]
struct Line {
    number: u32,
    column: u32,
    start: u32,
    text: String,
}

impl Line {
    fn end(&self) -> u32 {
        self.start + self.text.len() as u32
    }

    fn statement(&self) -> Statement {
        Statement {
            start: self.start,
            end: self.end(),
            line: self.number,
            column: self.column,
        }
    }
}

/// The original text, and for each line of its translation, from the first, the line that it stands for.
struct Map<'t> {
    original: Vec<Line>,
    stands_for: &'t [u32],
    /// The first byte of each line of the translation.
    starts: Vec<u32>,
}

impl<'t> Map<'t> {
    fn new(original: &str, translation: &str, stands_for: &'t [u32]) -> Self {
        let mut lines = Vec::new();
        let mut start = 0;
        for (number, line) in (1..).zip(original.split_inclusive('\n')) {
            let code = line.trim_start();
            let indent = &line[..line.len() - code.len()];
            lines.push(Line {
                number,
                column: indent.chars().count() as u32 + 1,
                start: start + indent.len() as u32,
                text: line
                    .split("//")
                    .next()
                    .unwrap_or_default()
                    .trim()
                    .to_owned(),
            });
            start += line.len() as u32;
        }
        let mut starts = vec![0];
        let ends = translation.match_indices('\n');
        starts.extend(ends.map(|(at, _)| at as u32 + 1));
        Map {
            original: lines,
            stands_for,
            starts,
        }
    }

    /// Returns the original line that a line of the translation stands for.
    fn line(&self, translated: u32) -> Option<&Line> {
        let at = translated.checked_sub(1)? as usize;
        let number = *self.stands_for.get(at)?;
        self.original.get(number.checked_sub(1)? as usize)
    }

    /// Returns the lines of the statement that begins in a line: up to the first with its end or the begin of a block.
    fn statement(&self, first: &Line) -> &[Line] {
        let lines = &self.original[first.number as usize - 1..];
        let lines = &lines[..lines.len().min(MOST_LINES)];
        let last = lines
            .iter()
            .position(|line| line.text.contains([';', '{', '}']));
        &lines[..last.map_or(1, |last| last + 1)]
    }

    /// Gives an access its place and its text in the statement that begins in a line.
    fn relocate(&self, first: &Line, site: &mut Site) {
        let lines = self.statement(first);
        let texts: Vec<&str> = lines.iter().map(|line| &*line.text).collect();
        let whole = texts.join("\n");
        let found = access(&whole, &site.text).unwrap_or(0..texts[0].trim_end_matches(';').len());
        let before = &whole[..found.start];
        let line = &lines[before.matches('\n').count()];
        let begin = before.rfind('\n').map_or(0, |at| at + 1);
        let column = line.column + before[begin..].chars().count() as u32;
        (site.line, site.column) = (line.number, column);
        site.text = whole[found].replace('\n', " ");
    }

    /// Returns the bytes of the original that a function of the translation stands for.
    fn range(&self, (start, end): (u32, u32)) -> Option<(u32, u32)> {
        let line_at = |byte: u32| self.starts.partition_point(|&start| start <= byte) as u32;
        let lines = (line_at(start)..=line_at(end)).filter_map(|line| self.line(line));
        lines.fold(None, |found, line| {
            let (first, last) = found.unwrap_or((line.start, line.end()));
            Some((first.min(line.start), last.max(line.end())))
        })
    }
}

impl Program {
    /// Gives the program the places of the text from which its own was translated. `stands_for` has the original line of
    /// each line of the translation, from 1; 0 for a line that the translation adds.
    ///
    /// A statement that the translation adds is no step of its own: it belongs to the statement before it, as a helper
    /// function belongs to its call.
    pub fn relocate(&mut self, original: &str, translation: &str, stands_for: &[u32]) {
        let map = Map::new(original, translation, stands_for);
        let places: Vec<Option<Line>> = self
            .statements
            .iter()
            .map(|statement| map.line(statement.line).cloned())
            .collect();
        self.relocate_steps(&places);
        self.relocate_sites(&map, &places);
        for (statement, place) in self.statements.iter_mut().zip(&places) {
            // A statement that the translation adds is in no line of the original.
            *statement = place
                .as_ref()
                .map_or_else(Statement::default, Line::statement);
        }
        // A name that is a word of WGSL has an underscore in the translation.
        let own = |name: &str| -> Option<String> {
            let own = name.strip_suffix('_').filter(|own| wgsl::is_word(own))?;
            original.contains(own).then(|| own.to_owned())
        };
        let names = self.bindings.iter_mut().map(|binding| &mut binding.name);
        let names = names.chain(self.variables.iter_mut().map(|variable| &mut variable.name));
        for name in names {
            if let Some(own) = own(name) {
                *name = own;
            }
        }
        for variable in &mut self.variables {
            if let Some(scope) = &mut variable.scope {
                // The variables of an added function are those of no place.
                *scope = map.range(*scope).unwrap_or((0, 0));
            }
        }
        for found in &mut self.loops {
            found.line = map.line(found.line).map_or(0, |line| line.number);
        }
        for (line, text) in &mut self.conditions {
            if let Some(found) = map.line(*line) {
                (*line, *text) = (found.number, found.text.clone());
            }
        }
    }

    /// Gives steps to the statements with a place. The statements before the first of them belong to its step: they give
    /// the kernel's arguments their values.
    fn relocate_steps(&mut self, places: &[Option<Line>]) {
        let is_added = |statement: u32| places.get(statement as usize).is_some_and(Option::is_none);
        let mut leading = None;
        let mut has_begun = false;
        let mut loops = 0;
        for at in 0..self.ops.len() {
            let statement = match self.ops[at] {
                Op::Statement { statement } => statement,
                Op::Loop { .. } => {
                    loops += 1;
                    continue;
                }
                Op::EndLoop { .. } => {
                    loops -= 1;
                    continue;
                }
                Op::Name { variable, .. } | Op::Assign { variable, .. }
                    if leading.is_some() && !has_begun =>
                {
                    self.variables[variable as usize].role = VariableRole::Argument;
                    continue;
                }
                _ => continue,
            };
            if is_added(statement) {
                leading = leading.or((!has_begun).then_some(at));
                self.ops[at] = Op::Within;
            } else if let (false, Some(first)) = (has_begun, leading) {
                self.ops[first] = self.ops[at];
                // A statement of a loop keeps its own step, which each iteration begins with.
                if loops == 0 {
                    self.ops[at] = Op::Within;
                }
            }
            has_begun |= !is_added(statement);
        }
    }

    /// Gives accesses their places. An access of an added function has a site for each statement that calls it.
    fn relocate_sites(&mut self, map: &Map<'_>, places: &[Option<Line>]) {
        let own: Vec<Option<Line>> = self
            .sites
            .iter()
            .map(|site| map.line(site.line).cloned())
            .collect();
        let mut copies: HashMap<(u32, u32), u32> = HashMap::new();
        let mut of_op = self.site_of.iter_mut().peekable();
        let mut now = None;
        for (address, op) in self.ops.iter().enumerate() {
            if let Op::Statement { statement } = op {
                let place = places.get(*statement as usize).and_then(Option::as_ref);
                now = place.or(now);
            }
            let Some((_, index)) = of_op.next_if(|(at, _)| *at as usize == address) else {
                continue;
            };
            let (Some(None), Some(line)) = (own.get(*index as usize), now) else {
                continue;
            };
            let copy = *copies.entry((*index, line.number)).or_insert_with(|| {
                let mut site = self.sites[*index as usize].clone();
                map.relocate(line, &mut site);
                self.sites.push(site);
                self.sites.len() as u32 - 1
            });
            *index = copy;
        }
        for (site, line) in self.sites.iter_mut().zip(own) {
            if let Some(line) = line {
                map.relocate(&line, site);
            }
        }
    }
}

/// Returns the bytes of an access in its original statement: the element of the same variable with the same index, or its
/// only one there, or the element of a pointer with the same index.
fn access(line: &str, translated: &str) -> Option<Range<usize>> {
    let end = translated.find(|letter: char| !is_of_name(letter));
    let (name, index) = translated.split_at(end.unwrap_or(translated.len()));
    // A name that WGSL reserves has got an underscore.
    let names = [name, name.trim_end_matches('_')];
    let text = |range: &Range<usize>| &line[range.clone()];
    let elements = elements(line);
    let named = |range: &Range<usize>| {
        let (own, _) = text(range).split_once('[').unwrap_or_default();
        names.contains(&own)
    };
    let wanted = plain(index);
    let has_index = |range: &Range<usize>| {
        let own = text(range).find('[').map(|at| plain(&text(range)[at..]));
        own.is_some_and(|own| own == wanted)
    };
    let of_name: Vec<&Range<usize>> = elements.iter().filter(|range| named(range)).collect();
    let first = of_name.first().copied();
    let only = first.filter(|first| of_name.iter().all(|each| text(each) == text(first)));
    let pointed = || {
        let mut names = names.iter().filter(|name| !name.is_empty());
        names.find_map(|name| {
            let at = line.find(&format!("*{name}"))?;
            Some(at..at + 1 + name.len())
        })
    };
    let same = of_name.iter().copied().find(|range| has_index(range));
    same.or(only)
        .cloned()
        .or_else(|| pointed().filter(|_| first.is_none()))
        .or_else(|| elements.iter().find(|range| has_index(range)).cloned())
}

/// Returns true for a letter that a name may contain.
fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Returns the bytes of all names with an index behind them, such as `s[i]` and `tile[row][i + 1]`.
fn elements(line: &str) -> Vec<Range<usize>> {
    let opening = line.match_indices('[');
    let found = opening.filter_map(|(at, _)| {
        let start = line[..at].trim_end_matches(is_of_name).len();
        (start < at).then(|| start..at + indices(&line[at..]))
    });
    found.collect()
}

/// Returns the length of the indices that a text begins with, such as `[row][i + 1]`.
fn indices(text: &str) -> usize {
    let mut depth = 0;
    let mut end = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ if depth == 0 => break,
            _ => {}
        }
        if depth == 0 {
            end = at + 1;
        }
    }
    end
}

/// Returns a text without blanks, conversions and the `u` of numbers, which the translation adds.
fn plain(text: &str) -> String {
    let text: String = text
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .collect();
    let text = text.replace("u32(", "(").replace("i32(", "(");
    let mut plain = String::new();
    for letter in text.chars() {
        let is_suffix = letter == 'u' && plain.ends_with(|last: char| last.is_ascii_digit());
        if !(is_suffix || matches!(letter, '(' | ')')) {
            plain.push(letter);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accesses_have_the_text_of_the_original() {
        for (line, translated, expected) in [
            (
                "s[threadIdx.x] += s[threadIdx.x + k];",
                "s[threadIdx.x + u32(k)]",
                Some("s[threadIdx.x + k]"),
            ),
            (
                "s[threadIdx.x] += s[threadIdx.x + k];",
                "s[threadIdx.x]",
                Some("s[threadIdx.x]"),
            ),
            ("out[i] = in[i];", "in_[i]", Some("in[i]")),
            (
                "tile[y][x] = a[y * n + x];",
                "tile[y][x]",
                Some("tile[y][x]"),
            ),
            ("a[i] = b[i] + a_b[i];", "b[u32(i)]", Some("b[i]")),
            (
                "out[i] = grey(rgb[3 * i]);",
                "rgb[at / 4u]",
                Some("rgb[3 * i]"),
            ),
            ("*count = 1;", "count[0]", Some("*count")),
            ("*out = *in;", "in_[0]", Some("*in")),
            ("v[t] += v[t + 16];", "part[t + 16]", Some("v[t + 16]")),
            ("v[t] += v[t + 16];", "part[u32(t)]", Some("v[t]")),
            ("v[t] += v[t + 1];", "part[t + 1u]", Some("v[t + 1]")),
            ("x = a[b[i]];", "b[i]", Some("b[i]")),
            ("x = a[b[i]];", "a[b[i]]", Some("a[b[i]]")),
            ("swap(p, q);", "data[p]", None),
            ("out[i] = a[right]\n+ a[left];", "a[left]", Some("a[left]")),
        ] {
            let found = access(line, translated).map(|found| &line[found]);
            assert_eq!(found, expected, "{line}");
        }
    }
}
