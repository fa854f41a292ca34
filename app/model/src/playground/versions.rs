//! Two versions of the reader's kernel compared: their texts line by line, and their counters.

use crate::panels::counters::{Counter, CounterId};
use similar::{Algorithm, DiffOp, capture_diff_slices, group_diff_ops};

/// Unchanged lines that are shown around a change.
const AROUND: usize = 2;

/// A line of the comparison of two texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line of both, with its number in the later text, from 1.
    Same {
        number: usize,
        text: String,
    },
    Removed {
        number: usize,
        text: String,
    },
    Added {
        number: usize,
        text: String,
    },
    /// Lines of both that are not shown.
    Skipped,
}

/// Compares two texts. Lines of both are shown only next to a change; no line if the texts are equal.
pub fn text_changes(before: &str, after: &str) -> Vec<Line> {
    let old: Vec<&str> = before.lines().collect();
    let new: Vec<&str> = after.lines().collect();
    let operations = capture_diff_slices(Algorithm::Myers, &old, &new);
    let mut lines = Vec::new();
    for (place, group) in group_diff_ops(operations, AROUND).iter().enumerate() {
        if place > 0 {
            lines.push(Line::Skipped);
        }
        for operation in group {
            let is_same = matches!(operation, DiffOp::Equal { .. });
            if !is_same {
                lines.extend(operation.old_range().map(|index| Line::Removed {
                    number: index + 1,
                    text: old[index].to_owned(),
                }));
            }
            lines.extend(operation.new_range().map(|index| {
                let (number, text) = (index + 1, new[index].to_owned());
                if is_same {
                    Line::Same { number, text }
                } else {
                    Line::Added { number, text }
                }
            }));
        }
    }
    lines
}

/// A counter of two versions.
#[derive(Clone, Debug, PartialEq)]
pub struct CounterChange {
    pub id: CounterId,
    pub before: String,
    pub after: String,
    /// After divided by before; `None` if before is 0 or nothing was counted.
    pub ratio: Option<f64>,
}

/// Returns the counters of two runs, those that differ first.
pub fn counter_changes(before: &[Counter], after: &[Counter]) -> Vec<CounterChange> {
    let change = |counter: &Counter| {
        let earlier = before.iter().find(|each| each.id == counter.id)?;
        if earlier.value.is_none() && counter.value.is_none() {
            return None;
        }
        let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "–".to_owned());
        Some(CounterChange {
            id: counter.id,
            before: text(&earlier.value),
            after: text(&counter.value),
            ratio: match (earlier.number, counter.number) {
                (Some(before), Some(after)) if before != 0.0 => Some(after / before),
                _ => None,
            },
        })
    };
    let mut changes: Vec<CounterChange> = after.iter().filter_map(change).collect();
    changes.sort_by_key(|change| change.before == change.after);
    changes
}

/// Formats a ratio: `× 0.5`, `× 12`; a dash if one of the two could not be distinguished from zero.
pub fn shown_ratio(ratio: f64) -> String {
    if !ratio.is_finite() {
        return "–".to_owned();
    }
    let digits = match ratio {
        ratio if ratio >= 100.0 => 0,
        ratio if ratio >= 10.0 => 1,
        _ => 2,
    };
    format!("× {ratio:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::counters::counters;
    use crate::run::sample::Sample;
    use simt::{Buffer, Contents, Dispatch, RunOptions};

    #[test]
    fn changed_lines_stand_with_their_neighbours() {
        let before = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n";
        let after = "a\nb\nX\nd\ne\nf\ng\nh\ni\nj\nk\n";
        let short: Vec<String> = text_changes(before, after)
            .iter()
            .map(|line| match line {
                Line::Same { number, text } => format!(" {number}{text}"),
                Line::Removed { number, text } => format!("-{number}{text}"),
                Line::Added { number, text } => format!("+{number}{text}"),
                Line::Skipped => "…".to_owned(),
            })
            .collect();
        assert_eq!(short.join(" "), " 1a  2b -3c +3X  4d  5e …  9i  10j +11k");
        assert_eq!(text_changes(before, before), []);
    }

    #[test]
    fn counters_have_ratios_and_changes_come_first() {
        let counted = |index: &str| {
            let text = format!(
                "@group(0) @binding(0) var<storage, read_write> a: array<u32>;\n\
                 @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) t: u32) {{ a[{index}] = 1u; }}"
            );
            let program = simt::compile(&text, None).expect("it is valid");
            let dispatch = Dispatch {
                workgroups: [1, 1, 1],
                overrides: Default::default(),
                buffers: vec![Buffer {
                    group: 0,
                    binding: 0,
                    contents: Contents::Zeros { words: 2048 },
                }],
            };
            let run = simt::run(&program, &dispatch, &RunOptions::default()).expect("it runs");
            counters(None, Sample::whole_of(1), true, &run.metrics)
        };
        let changes = counter_changes(&counted("t"), &counted("32u * t"));
        let first = &changes[0];
        assert_ne!(first.before, first.after);
        let stores = changes.iter().find(|change| change.id == CounterId::GstTransactions);
        let stores = stores.expect("the transactions of stores");
        assert_eq!((stores.before.as_str(), stores.after.as_str()), ("1", "32"));
        assert_eq!(stores.ratio.map(shown_ratio).as_deref(), Some("× 32.0"));
        assert_eq!(shown_ratio(0.5), "× 0.50");
        assert_eq!(
            (shown_ratio(f64::NAN), shown_ratio(1.0 / 0.0)),
            ("–".to_owned(), "–".to_owned())
        );
    }
}
