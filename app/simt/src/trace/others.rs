//! Changes of memory by other workgroups, while the traced one waits at a barrier of the grid.

use super::stored::Trace;
use serde::{Deserialize, Serialize};

/// Words of one memory that other workgroups have changed between a step and the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OthersChanges {
    /// The last step before.
    pub step: u32,
    /// Index into [`Trace::memories`].
    pub memory: u32,
    /// In the order of their addresses.
    pub words: Vec<ChangedWord>,
}

/// A word that other workgroups have changed, by its number in the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedWord {
    pub word: u32,
    pub old: u32,
    pub new: u32,
}

impl OthersChanges {
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&self.words[..])
    }
}

impl Trace {
    /// Returns the changes by other workgroups that come after a step.
    pub fn others_changes(&self, step: usize) -> &[OthersChanges] {
        let step_of = |change: &OthersChanges| change.step as usize;
        let first = self.others.partition_point(|change| step_of(change) < step);
        let end = self.others.partition_point(|change| step_of(change) <= step);
        &self.others[first..end]
    }

    /// Drops the changes of words that the traced workgroup does not access.
    pub(super) fn keep_changes_in_range(&mut self) {
        let memories = &self.memories;
        for change in &mut self.others {
            let memory = &memories[change.memory as usize];
            let end = memory.first_word as usize + memory.initial.len();
            let range = memory.first_word as usize..end;
            change.words.retain(|changed| range.contains(&(changed.word as usize)));
        }
        self.others.retain(|change| !change.words.is_empty());
    }
}
