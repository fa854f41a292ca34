//! Where a kernel's text differs from another's: whole lines, and words within a line. Comments and indentation do not count.

use crate::model::code::Spot;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::collections::BTreeMap;
use std::ops::Range;

/// How a line differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// Nothing like it stands in the other text.
    Alone,
    /// It stands there in other words.
    Reworded,
}

/// A line that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferingLine {
    /// From 1.
    pub line: u32,
    pub difference: Difference,
    /// The words that make the difference, from left to right; all of them where the line stands alone.
    pub words: Vec<Spot>,
}

/// The lines of a text that differ from any of the others, from top to bottom.
pub fn differing_from_any(text: &str, others: &[&str]) -> Vec<DifferingLine> {
    let mut found: BTreeMap<u32, DifferingLine> = BTreeMap::new();
    for line in others.iter().flat_map(|other| differing(text, other)) {
        match found.get_mut(&line.line) {
            None => {
                found.insert(line.line, line);
            }
            Some(known) => {
                // What one other text says in other words is more to see than what another lacks.
                if known.difference == line.difference {
                    known.words = united(&known.words, &line.words);
                } else if line.difference == Difference::Reworded {
                    *known = line;
                }
            }
        }
    }
    found.into_values().collect()
}

/// The lines of a text that differ from another, from top to bottom.
pub fn differing(text: &str, other: &str) -> Vec<DifferingLine> {
    let (ours, theirs) = (statements(text), statements(other));
    let texts = |lines: &[Line]| lines.iter().map(Line::text).collect::<Vec<_>>();
    let operations = capture_diff_slices(Algorithm::Myers, &texts(&theirs), &texts(&ours));
    operations
        .into_iter()
        .flat_map(|operation| match operation {
            DiffOp::Equal { .. } | DiffOp::Delete { .. } => Vec::new(),
            DiffOp::Insert {
                new_index, new_len, ..
            } => ours[new_index..new_index + new_len]
                .iter()
                .map(Line::alone)
                .collect(),
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

/// A line with its words; comments are none.
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

/// The lines on which something stands besides a comment.
fn statements(text: &str) -> Vec<Line<'_>> {
    let lines = (1..).zip(text.lines()).map(|(number, line)| Line {
        number,
        words: words(line.split("//").next().unwrap_or("")),
    });
    lines.filter(|line| !line.words.is_empty()).collect()
}

/// Names and numbers, and each other sign by itself, with their places in characters.
fn words(line: &str) -> Vec<(Range<u32>, &str)> {
    let of_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = Vec::new();
    let (mut rest, mut at) = (line, 0);
    while let Some(first) = rest.chars().next() {
        let length = match of_name(first) {
            true => rest.find(|c| !of_name(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, after) = rest.split_at(length);
        let end = at + word.chars().count() as u32;
        if !first.is_whitespace() {
            words.push((at..end, word));
        }
        (rest, at) = (after, end);
    }
    words
}

/// Lines that stand in place of others: each is compared with the one that shares most with it.
fn reworded(ours: &[Line], theirs: &[Line]) -> Vec<DifferingLine> {
    let of = |line: &Line| {
        let pairs = theirs.iter().map(|other| line.beside(other));
        // Of those that share as much the first one counts.
        let nearest = pairs.rev().max_by_key(|pair| pair.shared);
        nearest.map_or(Some(line.alone()), |pair| line.reworded(&pair))
    };
    ours.iter().filter_map(of).collect()
}

/// A line beside one of the other text.
struct Pair {
    same: bool,
    /// Of each word whether the other line has it, too.
    known: Vec<bool>,
    /// Words that both have.
    shared: usize,
}

impl Line<'_> {
    fn beside(&self, other: &Line) -> Pair {
        let all = |line: &Line| -> Vec<String> {
            line.words
                .iter()
                .map(|(_, word)| (*word).to_owned())
                .collect()
        };
        let (ours, theirs) = (all(self), all(other));
        let mut known = vec![false; ours.len()];
        for operation in capture_diff_slices(Algorithm::Myers, &theirs, &ours) {
            if let DiffOp::Equal { new_index, len, .. } = operation {
                known[new_index..new_index + len].fill(true);
            }
        }
        Pair {
            same: ours == theirs,
            shared: known.iter().filter(|known| **known).count(),
            known,
        }
    }

    fn reworded(&self, pair: &Pair) -> Option<DifferingLine> {
        if pair.same {
            return None;
        }
        let words = || self.words.iter().zip(&pair.known);
        let names = || words().filter(|((_, word), _)| is_name(word));
        let shared = names().filter(|(_, known)| **known).count();
        // With less than half of its names in common a line is another one, and not the same in other words.
        if 2 * shared < names().count() {
            return Some(self.alone());
        }
        let mut stretches: Vec<Range<u32>> = Vec::new();
        for ((range, _), _) in words().filter(|(_, known)| !**known) {
            match stretches.last_mut() {
                // A comma or a bracket that both have is no reason to take the eye off.
                Some(stretch) if self.signs_only(stretch.end, range.start) => {
                    stretch.end = range.end
                }
                _ => stretches.push(range.clone()),
            }
        }
        Some(DifferingLine {
            line: self.number,
            difference: Difference::Reworded,
            words: stretches
                .into_iter()
                .map(|range| self.spot(range))
                .collect(),
        })
    }

    /// Whether no name stands between two places.
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

/// What either says, each place once.
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
        &GalleryKernel::by_name(name)
            .expect("in the gallery")
            .kernel
            .source
    }

    /// `18+ whole line` stands alone; `19~ tid | % (` is said in other words, and these are they.
    fn shown(text: &str, lines: &[DifferingLine]) -> Vec<String> {
        let line = |each: &DifferingLine| {
            let text: Vec<char> = text
                .lines()
                .nth(each.line as usize - 1)
                .expect("there")
                .chars()
                .collect();
            let word = |spot: &Spot| {
                text[spot.from as usize..spot.to as usize]
                    .iter()
                    .collect::<String>()
            };
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
        let (first, less) = (
            source("reduce_neighbored"),
            source("reduce_neighbored_less"),
        );
        assert_eq!(
            shown(first, &differing(first, less)),
            ["17+ let i = base + tid;", "19~ tid % (2u * stride) == 0u",]
        );
        assert_eq!(
            shown(less, &differing(less, first)),
            [
                "18+ let i = base + 2u * stride * tid;",
                "19~ i < base + BLOCK"
            ]
        );
    }

    /// What a text has of its own, taken away, leaves what it shares with the other.
    #[test]
    fn lines_without_light_stand_in_the_other_text() {
        for (ours, theirs) in GALLERY.iter().zip(GALLERY.iter().skip(1)) {
            let (ours, theirs) = (&ours.kernel.source, &theirs.kernel.source);
            let lit: Vec<u32> = differing(ours, theirs)
                .iter()
                .map(|line| line.line)
                .collect();
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
        let other: String = kernel
            .lines()
            .map(|line| format!("    {line}  // so\n"))
            .collect();
        assert_eq!(differing(kernel, &other), []);
        assert_eq!(differing(kernel, kernel), []);
        assert_eq!(differing("", kernel), []);
        assert_eq!(differing_from_any(kernel, &[]), []);
    }

    #[test]
    fn what_any_other_says_differently_is_lit_once() {
        let text = "a = b + c;\nd();\ne = f;";
        let others = ["a = b + x;\ne = f;", "a = y + c;\nd();\ne = f;"];
        assert_eq!(
            shown(text, &differing_from_any(text, &others)),
            ["1~ b | c", "2+ d();"]
        );
        // Reworded in one and missing in the other: the words say more.
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
