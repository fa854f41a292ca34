//! Differences between kernel texts: whole lines, and words in a line. Comments and indentation are ignored.

use crate::panels::code::Spot;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::collections::BTreeMap;
use std::ops::Range;

/// The kind of a line's difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// The other text has no similar line.
    Alone,
    /// The other text has a similar line with other words.
    Reworded,
}

/// A line that differs from the other text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferingLine {
    /// The line number, from 1.
    pub line: u32,
    pub difference: Difference,
    /// The differing words, from left to right; the whole line if it has no counterpart.
    pub words: Vec<Spot>,
}

/// Returns the lines of a text that differ from any of the others, from top to bottom.
pub fn differing_from_any(text: &str, others: &[&str]) -> Vec<DifferingLine> {
    let mut lines: BTreeMap<u32, DifferingLine> = BTreeMap::new();
    for line in others.iter().flat_map(|other| differing(text, other)) {
        match lines.get_mut(&line.line) {
            None => {
                lines.insert(line.line, line);
            }
            Some(before) => {
                // Words that differ from one other text say more than a whole line that another text lacks.
                if before.difference == line.difference {
                    before.words = united(&before.words, &line.words);
                } else if line.difference == Difference::Reworded {
                    *before = line;
                }
            }
        }
    }
    lines.into_values().collect()
}

/// Returns the lines of a text that differ from another, from top to bottom.
pub fn differing(text: &str, other: &str) -> Vec<DifferingLine> {
    let (ours, theirs) = (statements(text), statements(other));
    let texts = |lines: &[Line]| lines.iter().map(Line::text).collect::<Vec<_>>();
    let operations = capture_diff_slices(Algorithm::Myers, &texts(&theirs), &texts(&ours));
    operations
        .into_iter()
        .flat_map(|operation| match operation {
            DiffOp::Equal { .. } | DiffOp::Delete { .. } => Vec::new(),
            DiffOp::Insert { new_index, new_len, .. } => {
                ours[new_index..new_index + new_len].iter().map(Line::alone).collect()
            }
            DiffOp::Replace {
                old_index,
                old_len,
                new_index,
                new_len,
            } => reworded(
                &ours[new_index..new_index + new_len],
                &theirs[old_index..old_index + old_len],
            ),
        })
        .collect()
}

/// A line split into words, without its comment.
struct Line<'a> {
    number: u32,
    words: Vec<(Range<u32>, &'a str)>,
}

impl Line<'_> {
    fn text(&self) -> String {
        let words: Vec<&str> = self.words.iter().map(|(_, word)| *word).collect();
        words.join(" ")
    }

    fn spot(&self, range: Range<u32>) -> Spot {
        Spot {
            line: self.number,
            from: range.start,
            to: range.end,
        }
    }

    fn alone(&self) -> DifferingLine {
        let from = self.words.first().map_or(0, |(range, _)| range.start);
        let to = self.words.last().map_or(0, |(range, _)| range.end);
        DifferingLine {
            line: self.number,
            difference: Difference::Alone,
            words: vec![self.spot(from..to)],
        }
    }
}

/// Returns the lines that contain more than a comment.
fn statements(text: &str) -> Vec<Line<'_>> {
    let lines = (1..).zip(text.lines()).map(|(number, line)| Line {
        number,
        words: words(line.split("//").next().unwrap_or("")),
    });
    lines.filter(|line| !line.words.is_empty()).collect()
}

/// Splits a line into names, numbers and single signs, with their positions in characters.
fn words(line: &str) -> Vec<(Range<u32>, &str)> {
    let of_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = Vec::new();
    let (mut rest, mut column) = (line, 0);
    while let Some(first) = rest.chars().next() {
        let length = if of_name(first) {
            rest.find(|c| !of_name(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (word, after) = rest.split_at(length);
        let end = column + word.chars().count() as u32;
        if !first.is_whitespace() {
            words.push((column..end, word));
        }
        (rest, column) = (after, end);
    }
    words
}

/// Compares lines that replace others: each one with the most similar of `theirs`.
fn reworded(ours: &[Line], theirs: &[Line]) -> Vec<DifferingLine> {
    let nearest = |line: &Line| {
        let pairs = theirs.iter().map(|other| line.beside(other));
        // `rev` makes the first one win among equally similar lines, since `max_by_key` returns the last.
        let nearest = pairs.rev().max_by_key(|pair| pair.shared);
        nearest.map_or(Some(line.alone()), |pair| line.reworded(&pair))
    };
    ours.iter().filter_map(nearest).collect()
}

/// A line compared with one of the other text.
struct Pair {
    same: bool,
    /// For each word: true if the other line has it too.
    is_shared: Vec<bool>,
    /// The number of words in both lines.
    shared: usize,
}

impl Line<'_> {
    fn beside(&self, other: &Line) -> Pair {
        let all = |line: &Line| -> Vec<String> { line.words.iter().map(|(_, word)| (*word).to_owned()).collect() };
        let (ours, theirs) = (all(self), all(other));
        let mut is_shared = vec![false; ours.len()];
        for operation in capture_diff_slices(Algorithm::Myers, &theirs, &ours) {
            if let DiffOp::Equal { new_index, len, .. } = operation {
                is_shared[new_index..new_index + len].fill(true);
            }
        }
        Pair {
            same: ours == theirs,
            shared: is_shared.iter().filter(|is_shared| **is_shared).count(),
            is_shared,
        }
    }

    fn reworded(&self, pair: &Pair) -> Option<DifferingLine> {
        if pair.same {
            return None;
        }
        let words = || self.words.iter().zip(&pair.is_shared);
        let names = || words().filter(|((_, word), _)| is_name(word));
        let shared = names().filter(|(_, is_shared)| **is_shared).count();
        // Lines with less than half of their names in common are different lines, not the same line reworded.
        if 2 * shared < names().count() {
            return Some(self.alone());
        }
        let mut stretches: Vec<Range<u32>> = Vec::new();
        for ((range, _), _) in words().filter(|(_, is_shared)| !**is_shared) {
            match stretches.last_mut() {
                // Shared commas and brackets between two differing words do not split the highlight.
                Some(stretch) if self.signs_only(stretch.end, range.start) => stretch.end = range.end,
                _ => stretches.push(range.clone()),
            }
        }
        Some(DifferingLine {
            line: self.number,
            difference: Difference::Reworded,
            words: stretches.into_iter().map(|range| self.spot(range)).collect(),
        })
    }

    /// True if only signs, no names, lie between two positions.
    fn signs_only(&self, from: u32, to: u32) -> bool {
        let mut between = self
            .words
            .iter()
            .filter(|(range, _)| range.start >= from && range.end <= to);
        between.all(|(_, word)| !is_name(word))
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// Merges two lists of ranges; overlapping ranges become one.
fn united(ours: &[Spot], theirs: &[Spot]) -> Vec<Spot> {
    let mut all: Vec<Spot> = ours.iter().chain(theirs).copied().collect();
    all.sort_unstable_by_key(|spot| (spot.from, spot.to));
    let mut out: Vec<Spot> = Vec::new();
    for spot in all {
        match out.last_mut() {
            Some(last) if spot.from <= last.to => last.to = last.to.max(spot.to),
            _ => out.push(spot),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::{GALLERY, GalleryKernel};

    fn source(name: &str) -> &'static str {
        &GalleryKernel::by_name(name).expect("in the gallery").kernel.source
    }

    /// Formats the result: `18+ whole line` has no counterpart, `19~ tid | % (` lists the reworded words.
    fn shown(text: &str, lines: &[DifferingLine]) -> Vec<String> {
        let line = |each: &DifferingLine| {
            let text: Vec<char> = text
                .lines()
                .nth(each.line as usize - 1)
                .expect("there")
                .chars()
                .collect();
            let word = |spot: &Spot| text[spot.from as usize..spot.to as usize].iter().collect::<String>();
            let words: Vec<String> = each.words.iter().map(word).collect();
            let sign = match each.difference {
                Difference::Alone => '+',
                Difference::Reworded => '~',
            };
            format!("{}{sign} {}", each.line, words.join(" | "))
        };
        lines.iter().map(line).collect()
    }

    #[test]
    fn neighbours_differ_where_lanes_are_chosen() {
        let (first, less) = (source("reduce_neighbored"), source("reduce_neighbored_less"));
        assert_eq!(
            shown(first, &differing(first, less)),
            ["17+ let i = base + tid;", "19~ tid % (2u * stride) == 0u",]
        );
        assert_eq!(
            shown(less, &differing(less, first)),
            ["18+ let i = base + 2u * stride * tid;", "19~ i < base + BLOCK"]
        );
    }

    /// Every line of a text that is not marked as differing must occur in the other text.
    #[test]
    fn lines_without_light_stand_in_the_other_text() {
        for (ours, theirs) in GALLERY.iter().zip(GALLERY.iter().skip(1)) {
            let (ours, theirs) = (&ours.kernel.source, &theirs.kernel.source);
            let lit: Vec<u32> = differing(ours, theirs).iter().map(|line| line.line).collect();
            let there: Vec<String> = statements(theirs).iter().map(Line::text).collect();
            for line in statements(ours) {
                let shared = there.contains(&line.text());
                assert!(shared || lit.contains(&line.number), "{}", line.text());
            }
            assert!(lit.is_sorted());
        }
    }

    #[test]
    fn comments_and_indentation_are_no_difference() {
        let kernel = source("reduce_neighbored");
        let other: String = kernel.lines().map(|line| format!("    {line}  // so\n")).collect();
        assert_eq!(differing(kernel, &other), []);
        assert_eq!(differing(kernel, kernel), []);
        assert_eq!(differing("", kernel), []);
        assert_eq!(differing_from_any(kernel, &[]), []);
    }

    #[test]
    fn what_any_other_says_differently_is_lit_once() {
        let text = "a = b + c;\nd();\ne = f;";
        let others = ["a = b + x;\ne = f;", "a = y + c;\nd();\ne = f;"];
        assert_eq!(shown(text, &differing_from_any(text, &others)), ["1~ b | c", "2+ d();"]);
        // The line is reworded in one text and missing in the other: the result lists the words.
        let others = ["d();\ne = f;", "a = y + c;\nd();\ne = f;"];
        assert_eq!(shown(text, &differing_from_any(text, &others)), ["1~ b"]);
    }

    #[test]
    fn places_are_counted_in_characters() {
        let lines = differing("let 变量 = 数;", "let 变量 = 另;");
        assert_eq!(
            lines[0].words,
            [Spot {
                line: 1,
                from: 9,
                to: 10
            }]
        );
    }
}
