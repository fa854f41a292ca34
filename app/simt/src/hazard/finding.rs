//! Findings: what the machine noticed while the run continued, with line, lane and the behaviour that it chose.

use super::conflict::Conflict;
use super::fix::{Edit, Fix};
use super::undefined::UndefinedOperation;
use crate::program::BarrierKind;
use serde::{Deserialize, Serialize};
use wgsl::{Header, Integers, Separation};

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Severity {
    /// Valid, but the result differs on other machines or depends on the order of lanes.
    Hint,
    /// Breaks a rule, but every order of execution gives the same result.
    Warning,
    /// Breaks a rule of WGSL: the behaviour is undefined.
    Error,
}

impl Severity {
    /// Returns `error`, `warning` or `hint`.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Hint => "hint",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// Something that the machine noticed during a run that continued. One finding stands for all of its kind at its place
/// or pair of places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    pub kind: FindingKind,
    /// Line and column in the source, from 1; for two accesses, those of the first in the text.
    pub line: u32,
    pub column: u32,
    /// Its line in an included file, if it is in one: then line and column are those of the directive.
    pub header: Option<Header>,
    /// Linear index of the workgroup and number of the invocation in it, where it was first noticed.
    pub workgroup: u32,
    pub invocation: u32,
    /// Number of occurrences in the whole dispatch.
    pub count: u64,
    /// The smallest change to the text that removes it, if there is one.
    pub suggested_fix: Option<Fix>,
    /// The change of the text that follows the fix; `None` if the machine has not tried one.
    pub edit: Option<Edit>,
    /// Findings that the same change removes.
    pub also: Vec<Finding>,
}

/// The rule of WGSL that the kernel broke, or the likely mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FindingKind {
    /// Two lanes access a word, at least one of them writes it, and nothing orders them.
    DataRace(Conflict),
    /// A race of writes that all write the same value.
    EqualValueRace(Conflict),
    /// A race between accesses with a barrier between them that orders the other memory.
    WrongBarrier {
        conflict: Conflict,
        barrier_line: u32,
        barrier: BarrierKind,
    },
    /// An index past the end. Loads returned zero and stores were dropped, one of the results that WGSL allows.
    OutOfBounds {
        variable: String,
        /// The source text of the access.
        text: String,
        index: u32,
        length: u32,
        /// The line of a loop that never ends, because a store of the access is dropped.
        endless: Option<u32>,
    },
    /// An index past the end in a `select` that throws the value away: right by the letter.
    DiscardedRead {
        variable: String,
        text: String,
        index: u32,
        length: u32,
    },
    /// A barrier that only some lanes of the workgroup reached; the others were elsewhere or had finished.
    DivergentBarrier {
        waiting: u32,
        missing: u32,
        absent: Vec<Absent>,
    },
    /// A barrier of the whole grid at which workgroups wait, while others have finished.
    GridBarrier { waiting: u64, finished: u64 },
    /// A loop that was still running when the budget was used up.
    UnfinishedLoop { iterations: u32, lanes: u32 },
    /// A loop in which nothing changes: neither a variable nor memory that it reads.
    IdleLoop { lanes: u32 },
    /// Such a loop that waits for another lane, which may itself wait for this loop to end.
    LanesWaitForEachOther {
        iterations: u32,
        spinning: u32,
        waiting: u32,
    },
    /// A loop that waits for other workgroups, none of which is promised to have started.
    WorkgroupWaits { iterations: u32, workgroups: u64 },
    /// No thread stored anything: every one returned before.
    NothingStored {
        /// The values at fixed places of buffers that the condition of the `if` around it read, with their texts.
        values: Vec<(String, String)>,
    },
    /// Workgroup memory that was read before it was written: zero in WGSL, undefined in CUDA.
    UnwrittenRead {
        variable: String,
        text: String,
        index: Option<u32>,
        effect: Effect,
    },
    /// The first access that was not checked for races, as too many others lie between two barriers of the workgroup.
    UncheckedAccesses,
    /// Atomic operations whose results depend on their order.
    OrderDependentAtomic(Conflict),
    /// A subgroup function that read from an inactive lane.
    InactiveLaneRead {
        text: String,
        /// The lane that was read, by its number in the warp.
        source: u32,
        effect: Effect,
    },
    /// A function of a warp whose mask does not fit the lanes that call it.
    WrongMask {
        text: String,
        mask: u32,
        /// The first lane that does not fit, by its number in the warp.
        lane: u32,
        fault: MaskFault,
    },
    /// An operation on integers of a CUDA text that has no defined result for its operands.
    UndefinedResult {
        /// The operation as the text writes it.
        text: String,
        integers: Integers,
        operation: UndefinedOperation,
    },
    /// An `assert` of a CUDA text whose condition does not hold.
    FailedAssertion { text: String },
    /// A call that all threads must make together, where some may be missing, whatever this run did.
    NotUniform(Separation),
}

/// Lanes that did not come to a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Absent {
    pub lanes: u32,
    /// One of them.
    pub example: u32,
    pub whereabouts: Whereabouts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whereabouts {
    /// They wait at the barrier of another line, or of the same line in another call or iteration.
    Barrier {
        line: u32,
    },
    Finished,
    /// They take another path.
    Elsewhere,
}

impl Finding {
    /// Returns the finding with the lines of another text, such as a kernel's CUDA twin; `None` if `line_of` does not know one
    /// of them.
    pub fn with_lines(&self, line_of: impl Fn(u32) -> Option<u32>) -> Option<Finding> {
        let mut finding = self.clone();
        for line in finding.lines() {
            *line = line_of(*line)?;
        }
        Some(finding)
    }

    /// Returns all lines that the finding names.
    fn lines(&mut self) -> Vec<&mut u32> {
        let mut lines = vec![&mut self.line];
        match &mut self.kind {
            FindingKind::DataRace(conflict)
            | FindingKind::EqualValueRace(conflict)
            | FindingKind::OrderDependentAtomic(conflict) => {
                lines.extend([&mut conflict.here.line, &mut conflict.there.line]);
            }
            FindingKind::WrongBarrier {
                conflict, barrier_line, ..
            } => lines.extend([&mut conflict.here.line, &mut conflict.there.line, barrier_line]),
            FindingKind::DivergentBarrier { absent, .. } => {
                lines.extend(absent.iter_mut().filter_map(|each| match &mut each.whereabouts {
                    Whereabouts::Barrier { line } => Some(line),
                    Whereabouts::Finished | Whereabouts::Elsewhere => None,
                }));
            }
            FindingKind::OutOfBounds { .. }
            | FindingKind::DiscardedRead { .. }
            | FindingKind::GridBarrier { .. }
            | FindingKind::UnfinishedLoop { .. }
            | FindingKind::IdleLoop { .. }
            | FindingKind::LanesWaitForEachOther { .. }
            | FindingKind::WorkgroupWaits { .. }
            | FindingKind::NothingStored { .. }
            | FindingKind::UnwrittenRead { .. }
            | FindingKind::UncheckedAccesses
            | FindingKind::UndefinedResult { .. }
            | FindingKind::FailedAssertion { .. }
            | FindingKind::WrongMask { .. }
            | FindingKind::InactiveLaneRead { .. } => {}
            FindingKind::NotUniform(separation) => {
                lines.push(&mut separation.line);
                lines.extend(separation.steps.iter_mut().map(|step| &mut step.line));
            }
        }
        lines.extend(self.suggested_fix.iter_mut().flat_map(Fix::lines_mut));
        lines
    }

    pub fn severity(&self) -> Severity {
        self.kind.severity()
    }

    /// Returns true for a read of a value that nobody has set, or of a lane that is not there.
    pub(crate) fn is_of_unset(&self) -> bool {
        matches!(
            self.kind,
            FindingKind::UnwrittenRead { .. } | FindingKind::InactiveLaneRead { .. }
        )
    }

    /// Returns the suggested fix in English, if there is one.
    pub fn fix(&self) -> Option<String> {
        self.suggested_fix.as_ref().map(Fix::to_string)
    }

    /// Returns the line of the other access, if there are two.
    pub fn other_line(&self) -> Option<u32> {
        self.kind.conflict().map(|conflict| conflict.there.line)
    }
}

/// The way in which a mask does not fit the lanes that call a function of the warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MaskFault {
    /// A lane calls the function, and the mask does not name it.
    CallerOutside,
    /// The mask names a lane that does not call the function, and has not returned.
    Elsewhere,
    /// The mask names a lane that the workgroup does not have.
    Absent,
}

/// The effect of a value that nobody has set on the result of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Effect {
    /// It was not looked for.
    #[default]
    Unknown,
    /// The buffers are the same with another value.
    None,
    /// The buffers differ with another value.
    Result,
}

impl FindingKind {
    /// Returns an identifier for programs, for example `out_of_bounds`.
    pub const fn name(&self) -> &'static str {
        match self {
            FindingKind::DataRace(_) => "data_race",
            FindingKind::EqualValueRace(_) => "equal_value_race",
            FindingKind::WrongBarrier { .. } => "wrong_barrier",
            FindingKind::OutOfBounds { .. } => "out_of_bounds",
            FindingKind::DiscardedRead { .. } => "discarded_read",
            FindingKind::DivergentBarrier { .. } | FindingKind::GridBarrier { .. } => "divergent_barrier",
            FindingKind::UnfinishedLoop { .. } => "unfinished_loop",
            FindingKind::IdleLoop { .. } => "endless_loop",
            FindingKind::LanesWaitForEachOther { .. } => "lanes_wait_for_each_other",
            FindingKind::WorkgroupWaits { .. } => "workgroup_waits",
            FindingKind::NothingStored { .. } => "nothing_stored",
            FindingKind::UnwrittenRead { .. } => "unwritten_read",
            FindingKind::UncheckedAccesses => "unchecked_accesses",
            FindingKind::OrderDependentAtomic(_) => "order_dependent_atomic",
            FindingKind::InactiveLaneRead { .. } => "inactive_lane_read",
            FindingKind::WrongMask { .. } => "wrong_mask",
            FindingKind::UndefinedResult { operation, .. } => match operation {
                UndefinedOperation::Overflow(_) | UndefinedOperation::Lost(_) => "integer_overflow",
                UndefinedOperation::DivisionByZero => "division_by_zero",
                UndefinedOperation::Shift { .. } => "shift_out_of_range",
                UndefinedOperation::Misaligned { .. } => "misaligned_access",
            },
            FindingKind::FailedAssertion { .. } => "failed_assertion",
            FindingKind::NotUniform(_) => "not_uniform",
        }
    }

    pub fn severity(&self) -> Severity {
        match self {
            FindingKind::DataRace(_)
            | FindingKind::WrongBarrier { .. }
            | FindingKind::OutOfBounds { .. }
            | FindingKind::DivergentBarrier { .. }
            | FindingKind::GridBarrier { .. }
            | FindingKind::UnfinishedLoop { .. }
            | FindingKind::IdleLoop { .. }
            | FindingKind::LanesWaitForEachOther { .. }
            | FindingKind::WorkgroupWaits { .. }
            | FindingKind::FailedAssertion { .. }
            | FindingKind::NotUniform(_) => Severity::Error,
            FindingKind::UndefinedResult {
                operation: UndefinedOperation::Misaligned { .. },
                ..
            } => Severity::Error,
            FindingKind::NothingStored { .. }
            | FindingKind::UndefinedResult { .. }
            | FindingKind::UncheckedAccesses
            | FindingKind::EqualValueRace(_) => Severity::Warning,
            // WGSL calls it a dynamic error; other functions return any value.
            FindingKind::InactiveLaneRead { text, .. } if text.starts_with("subgroupBroadcast(") => Severity::Error,
            FindingKind::UnwrittenRead { effect, .. } | FindingKind::InactiveLaneRead { effect, .. }
                if *effect == Effect::Result =>
            {
                Severity::Error
            }
            FindingKind::WrongMask { fault, .. } => match fault {
                MaskFault::CallerOutside | MaskFault::Elsewhere => Severity::Error,
                MaskFault::Absent => Severity::Hint,
            },
            // A ticket is drawn by each thread in some order; a value that is stored or read beside updates is lost or
            // incomplete in some orders.
            FindingKind::OrderDependentAtomic(conflict) if !conflict.is_ticket() => Severity::Error,
            FindingKind::DiscardedRead { .. }
            | FindingKind::UnwrittenRead { .. }
            | FindingKind::OrderDependentAtomic(_)
            | FindingKind::InactiveLaneRead { .. } => Severity::Hint,
        }
    }

    /// Returns true if a GPU may not come to the kernel's end: a loop goes on, or a barrier waits for threads that do not
    /// come.
    pub const fn may_hang(&self) -> bool {
        matches!(
            self,
            FindingKind::UnfinishedLoop { .. }
                | FindingKind::IdleLoop { .. }
                | FindingKind::LanesWaitForEachOther { .. }
                | FindingKind::WorkgroupWaits { .. }
                | FindingKind::DivergentBarrier { .. }
                | FindingKind::GridBarrier { .. }
        )
    }

    /// Returns both accesses, if the finding is about two.
    pub const fn conflict(&self) -> Option<&Conflict> {
        match self {
            FindingKind::DataRace(conflict)
            | FindingKind::EqualValueRace(conflict)
            | FindingKind::OrderDependentAtomic(conflict)
            | FindingKind::WrongBarrier { conflict, .. } => Some(conflict),
            FindingKind::OutOfBounds { .. }
            | FindingKind::DiscardedRead { .. }
            | FindingKind::DivergentBarrier { .. }
            | FindingKind::GridBarrier { .. }
            | FindingKind::UnfinishedLoop { .. }
            | FindingKind::IdleLoop { .. }
            | FindingKind::LanesWaitForEachOther { .. }
            | FindingKind::WorkgroupWaits { .. }
            | FindingKind::NothingStored { .. }
            | FindingKind::UnwrittenRead { .. }
            | FindingKind::UncheckedAccesses
            | FindingKind::WrongMask { .. }
            | FindingKind::InactiveLaneRead { .. }
            | FindingKind::UndefinedResult { .. }
            | FindingKind::FailedAssertion { .. }
            | FindingKind::NotUniform(_) => None,
        }
    }

    /// Returns what tells findings of one kind in one line apart: the variable, or the operation.
    fn subject(&self) -> Option<&str> {
        match self {
            FindingKind::UndefinedResult { text, .. } => Some(text),
            other => other.variable(),
        }
    }

    /// Returns the variable, if the finding is about one.
    pub fn variable(&self) -> Option<&str> {
        match self {
            FindingKind::OutOfBounds { variable, .. }
            | FindingKind::DiscardedRead { variable, .. }
            | FindingKind::UnwrittenRead { variable, .. } => Some(variable),
            other => other.conflict().map(|conflict| conflict.variable.as_str()),
        }
    }
}

/// The findings so far, one for each kind, variable or operation, and place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    found: Vec<Finding>,
}

impl Findings {
    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Adds a finding, or adds its count to the equal one that is there.
    #[cold]
    pub(crate) fn add(&mut self, finding: Finding) {
        let same = |old: &&mut Finding| {
            (
                (old.line, &old.header),
                old.kind.name(),
                old.kind.subject(),
                old.other_line(),
            ) == (
                (finding.line, &finding.header),
                finding.kind.name(),
                finding.kind.subject(),
                finding.other_line(),
            )
        };
        match self.found.iter_mut().find(same) {
            Some(old) => old.count += finding.count,
            None => self.found.push(finding),
        }
    }

    /// Marks an access out of bounds as the cause of an endless loop, if there is one in its lines.
    pub(crate) fn explain_loop(&mut self, first: u32, last: u32) -> bool {
        let cause = self.found.iter_mut().find_map(|finding| match &mut finding.kind {
            FindingKind::OutOfBounds { endless, .. } if (first..=last).contains(&finding.line) => Some(endless),
            _ => None,
        });
        cause.map(|endless| *endless = Some(first)).is_some()
    }

    pub(crate) fn has_error(&self) -> bool {
        let mut findings = self.found.iter();
        findings.any(|finding| finding.severity() == Severity::Error)
    }

    /// Returns all findings, by severity (errors first), then by line.
    pub(crate) fn into_vec(mut self) -> Vec<Finding> {
        self.found
            .sort_by_key(|finding| (std::cmp::Reverse(finding.severity()), finding.line));
        self.found
    }
}
