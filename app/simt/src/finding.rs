//! What the machine noticed while it went on: the line, the lane, and what it did instead.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Severity {
    /// Works as written, but means something else elsewhere or depends on the order of lanes.
    Hint,
    /// Breaks a rule, but every order of execution gives the same result.
    Warning,
    /// Breaks a rule of WGSL: the result is not defined.
    Error,
}

impl Severity {
    /// `error`, `warning` or `hint`.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Hint => "hint",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

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

impl Finding {
    pub fn severity(&self) -> Severity {
        self.kind.severity()
    }

    /// The smallest change that mends it, where there is one.
    pub fn fix(&self) -> Option<String> {
        None
    }
}

/// One sentence in English: what happened, to which variable and index, in which lanes.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            FindingKind::OutOfBounds {
                variable,
                index,
                length,
            } => write!(
                f,
                "index {index} is outside `{variable}`, which has {length} elements"
            ),
            FindingKind::DivergentBarrier { waiting, missing } => write!(
                f,
                "{waiting} lanes wait at the barrier, {missing} never reach it"
            ),
        }
    }
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
    /// A short name for programs, for example `out_of_bounds`.
    pub const fn name(&self) -> &'static str {
        match self {
            FindingKind::OutOfBounds { .. } => "out_of_bounds",
            FindingKind::DivergentBarrier { .. } => "divergent_barrier",
        }
    }

    pub const fn severity(&self) -> Severity {
        match self {
            FindingKind::OutOfBounds { .. } | FindingKind::DivergentBarrier { .. } => {
                Severity::Error
            }
        }
    }

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
