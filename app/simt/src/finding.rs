//! What the machine noticed while it went on: the line, the lane, and what it did instead.

use serde::{Deserialize, Serialize};

/// Something noticed; the run went on. One finding stands for all of its kind at its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    pub kind: FindingKind,
    /// Line in the source, from 1.
    pub line: u32,
    /// Index of the workgroup, and of the invocation inside it, where it was first noticed.
    pub workgroup: u32,
    pub invocation: u32,
    /// How often it happened in the whole dispatch.
    pub count: u64,
}

/// Each variant is a rule of WGSL that the kernel broke.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FindingKind {
    /// An index past the end. Loads gave zero, stores were dropped: one of the results WGSL allows.
    OutOfBounds {
        variable: String,
        index: u32,
        length: u32,
    },
    /// A barrier that only some lanes of the workgroup reached; the others were elsewhere or finished.
    DivergentBarrier { waiting: u32, missing: u32 },
}

/// Findings of a run, one for each kind and place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    found: Vec<Finding>,
}

impl Findings {
    /// Notes that a rule was broken in `count` lanes, the first of them `invocation`.
    #[cold]
    pub(crate) fn note(
        &mut self,
        kind: FindingKind,
        line: u32,
        workgroup: u32,
        invocation: u32,
        count: u64,
    ) {
        let same =
            |finding: &&mut Finding| finding.line == line && finding.kind.is_same_rule(&kind);
        match self.found.iter_mut().find(same) {
            Some(finding) => finding.count += count,
            None => self.found.push(Finding {
                kind,
                line,
                workgroup,
                invocation,
                count,
            }),
        }
    }

    pub(crate) fn into_vec(self) -> Vec<Finding> {
        self.found
    }
}

impl FindingKind {
    /// The same rule about the same variable; the values may differ.
    fn is_same_rule(&self, other: &FindingKind) -> bool {
        match (self, other) {
            (
                FindingKind::OutOfBounds { variable: a, .. },
                FindingKind::OutOfBounds { variable: b, .. },
            ) => a == b,
            (FindingKind::DivergentBarrier { .. }, FindingKind::DivergentBarrier { .. }) => true,
            (FindingKind::OutOfBounds { .. } | FindingKind::DivergentBarrier { .. }, _) => false,
        }
    }
}
