//! The changes of a draft that can be undone: of its text, buffers, sizes and settings, in one order.

use super::draft::Draft;
use std::collections::HashSet;

/// The most changes that can be undone.
const MOST: usize = 300;
/// The most bytes of the drafts that are kept for it.
const MOST_BYTES: usize = 64 << 20;
/// Letters that follow each other within this time are undone together.
const PAUSE_MILLIS: f64 = 700.0;
/// A text that replaces another has at least this many bytes.
const LEAST_PASTED: usize = 40;

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Letters of the text.
    Typing,
    Setting,
}

/// Drafts before and after the present one.
#[derive(Clone, Debug, Default)]
pub struct History {
    past: Vec<Draft>,
    future: Vec<Draft>,
    /// The time of the last letter, in milliseconds, if the last change was one.
    typed: Option<f64>,
}

impl History {
    /// Keeps the draft before a change. `now` is the time in milliseconds.
    pub fn record(&mut self, before: &Draft, change: Change, now: f64) {
        self.future.clear();
        let continues = self.typed.is_some_and(|typed| now - typed < PAUSE_MILLIS);
        self.typed = (change == Change::Typing).then_some(now);
        if change == Change::Typing && continues {
            return;
        }
        self.past.push(before.clone());
        let bytes = |past: &[Draft]| past.iter().map(Draft::bytes).sum::<usize>();
        while self.past.len() > MOST || (self.past.len() > 1 && bytes(&self.past) > MOST_BYTES) {
            self.past.remove(0);
        }
    }

    pub fn undo(&mut self, present: &Draft) -> Option<Draft> {
        self.typed = None;
        let draft = self.past.pop()?;
        self.future.push(present.clone());
        Some(draft)
    }

    pub fn redo(&mut self, present: &Draft) -> Option<Draft> {
        self.typed = None;
        let draft = self.future.pop()?;
        self.past.push(present.clone());
        Some(draft)
    }

    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }
}

/// Returns true if a text has replaced another one, as when a reader pastes another kernel: most of its lines are new.
pub fn is_another_text(before: &str, after: &str) -> bool {
    if after.trim().is_empty() {
        return !before.trim().is_empty();
    }
    // The new part is what lies between the common ends.
    let same = |pair: &(u8, u8)| pair.0 == pair.1;
    let start = before.bytes().zip(after.bytes()).take_while(same).count();
    let rest = before.len().min(after.len()) - start;
    let backwards = before.bytes().rev().zip(after.bytes().rev());
    let end = backwards.take(rest).take_while(same).count();
    if after.len() - start - end < LEAST_PASTED {
        return false;
    }
    let lines = |text| str::lines(text).map(str::trim).filter(|line| line.len() > 3);
    let old: HashSet<&str> = lines(before).collect();
    let (shared, new): (Vec<&str>, Vec<&str>) = lines(after).partition(|line| old.contains(line));
    new.len() > shared.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn draft(source: &str) -> Draft {
        Draft::of_text(source.to_owned())
    }

    #[test]
    fn letters_are_undone_together_and_settings_one_by_one() {
        let mut history = History::default();
        history.record(&draft(""), Change::Typing, 0.0);
        history.record(&draft("a"), Change::Typing, 100.0);
        history.record(&draft("ab"), Change::Setting, 150.0);
        history.record(&draft("ab1"), Change::Setting, 200.0);
        history.record(&draft("ab2"), Change::Typing, 250.0);
        history.record(&draft("ab2c"), Change::Typing, 5000.0);
        let mut now = draft("ab2cd");
        let mut seen = Vec::new();
        while let Some(before) = history.undo(&now) {
            seen.push(before.source.clone());
            now = before;
        }
        assert_eq!(seen, ["ab2c", "ab2", "ab1", "ab", ""]);
        assert!(!history.can_undo() && history.can_redo());
        let again: Vec<String> = std::iter::from_fn(|| {
            now = history.redo(&now)?;
            Some(now.source.clone())
        })
        .collect();
        assert_eq!(again, ["ab", "ab1", "ab2", "ab2c", "ab2cd"]);
    }

    #[test]
    fn another_kernel_is_told_from_an_edit() {
        let one = include_str!("../../../../shaders/reduce_neighbored.wgsl");
        let other = include_str!("../../../../shaders/gemv_shared.wgsl");
        assert!(is_another_text(one, other));
        assert!(is_another_text(one, ""));
        assert!(is_another_text("", other));
        let mended = one.replace("workgroupBarrier", "storageBarrier");
        assert!(!is_another_text(one, &mended));
        assert!(!is_another_text(one, &one[..one.len() / 2]));
        assert!(!is_another_text("", "@"));
        let twice = format!("{one}\n{}", "fn helper(a: u32) -> u32 {\n  return a;\n}\n");
        assert!(!is_another_text(one, &twice));
    }

    proptest! {
        /// Undoing everything leads to the first draft, and redoing everything to the last.
        #[test]
        fn undo_and_redo_are_each_others_inverse(
            changes in prop::collection::vec((any::<bool>(), 0_u32..2000), 1..40),
        ) {
            let mut history = History::default();
            let mut now = draft("0");
            let mut time = 0.0;
            for (number, (is_typing, wait)) in changes.iter().enumerate() {
                time += f64::from(*wait);
                let change = if *is_typing { Change::Typing } else { Change::Setting };
                history.record(&now, change, time);
                now = draft(&format!("{}", number + 1));
            }
            let last = now.clone();
            while let Some(before) = history.undo(&now) {
                now = before;
            }
            prop_assert_eq!(&now, &draft("0"));
            while let Some(after) = history.redo(&now) {
                now = after;
            }
            prop_assert_eq!(now, last);
        }
    }
}
