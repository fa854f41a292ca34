//! Suggested fixes: the smallest change that removes a finding.

use crate::program::BarrierKind;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A change to the kernel's text; lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fix {
    /// A barrier between the two accesses.
    BarrierBefore { barrier: BarrierKind, line: u32 },
    /// The same, if both accesses are in a branch that not all lanes take.
    SplitBranch { barrier: BarrierKind, line: u32 },
    /// A barrier at the end of the body of the innermost loop around the line.
    BarrierAfter { barrier: BarrierKind, line: u32 },
    /// The existing barrier orders the other memory.
    ReplaceBarrier {
        line: u32,
        instead_of: BarrierKind,
        by: BarrierKind,
    },
    /// A second barrier beside the existing one, which orders the other memory.
    BarrierBeside { barrier: BarrierKind, line: u32 },
    /// All lanes read before any of them writes.
    ReadFirst { barrier: BarrierKind, line: u32 },
    /// A barrier of the warp between the two accesses.
    WarpBarrier { line: u32 },
    /// In each of these lines all lanes of the warp read before any of them writes, and write before any reads again.
    WarpSteps { first: u32, last: u32 },
    /// The same for all lanes of the workgroup: the branch around the lines ends and begins again for each barrier.
    Steps {
        barrier: BarrierKind,
        first: u32,
        last: u32,
    },
    /// An atomic operation instead of a read and a write.
    Atomic {
        text: String,
        line: u32,
        function: AtomicFunction,
    },
    /// No atomic function computes the new value: partial results in workgroup memory, or a compare-and-exchange.
    Combine { text: String, line: u32 },
    /// Only one lane executes it: the one for which the condition holds.
    OneLane { condition: String, line: u32 },
    /// Two dispatches: nothing else orders workgroups.
    TwoDispatches,
    /// Parts of one array that do not overlap, for two pointers.
    Separate { views: [String; 2] },
    /// A condition that executes the access only if the index is in bounds.
    Guard { condition: String, line: u32 },
    /// A choice of the access or 0, where the access stands in a value.
    GuardValue {
        condition: String,
        text: String,
        line: u32,
        column: u32,
    },
    /// The barrier moved to a place that all lanes reach.
    HoistBarrier { line: u32 },
    /// An initial value, and a barrier after it.
    WriteFirst { variable: String, barrier: BarrierKind },
    /// Each lane does its work and leaves inside the loop, so that none waits for another lane to leave.
    WorkInsideLoop { line: u32 },
    /// Two changes of one place, the guard first: with one of them alone an error stays.
    Both { guard: Box<Fix>, order: Box<Fix> },
}

/// The atomic functions of WGSL that compute a new value from the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AtomicFunction {
    Add,
    Sub,
    Max,
    Min,
    And,
    Or,
    Xor,
}

/// A change of whole lines: what stands from line `first` to line `last`, from 1, becomes `text`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    pub first: u32,
    pub last: u32,
    pub text: String,
}

impl AtomicFunction {
    pub const fn name(self) -> &'static str {
        match self {
            AtomicFunction::Add => "atomicAdd",
            AtomicFunction::Sub => "atomicSub",
            AtomicFunction::Max => "atomicMax",
            AtomicFunction::Min => "atomicMin",
            AtomicFunction::And => "atomicAnd",
            AtomicFunction::Or => "atomicOr",
            AtomicFunction::Xor => "atomicXor",
        }
    }
}

impl Fix {
    /// Returns true for advice that no single change of the text follows, so that it cannot be tried.
    pub(crate) const fn is_advice(&self) -> bool {
        matches!(
            self,
            Fix::Combine { .. }
                | Fix::TwoDispatches
                | Fix::Separate { .. }
                | Fix::WriteFirst { .. }
                | Fix::WorkInsideLoop { .. }
        )
    }

    /// Returns true for advice that is right although no change of the text was found that follows it.
    pub(crate) const fn stands_untried(&self) -> bool {
        self.is_advice() || matches!(self, Fix::HoistBarrier { .. })
    }

    /// Returns the lines that the change is about.
    pub(super) fn lines_mut(&mut self) -> Vec<&mut u32> {
        match self {
            Fix::Both { guard, order } => {
                let mut lines = guard.lines_mut();
                lines.extend(order.lines_mut());
                lines
            }
            Fix::BarrierBefore { line, .. }
            | Fix::SplitBranch { line, .. }
            | Fix::BarrierAfter { line, .. }
            | Fix::ReplaceBarrier { line, .. }
            | Fix::BarrierBeside { line, .. }
            | Fix::ReadFirst { line, .. }
            | Fix::WarpBarrier { line }
            | Fix::Atomic { line, .. }
            | Fix::Combine { line, .. }
            | Fix::OneLane { line, .. }
            | Fix::Guard { line, .. }
            | Fix::GuardValue { line, .. }
            | Fix::HoistBarrier { line }
            | Fix::WorkInsideLoop { line } => vec![line],
            Fix::WarpSteps { first, last } | Fix::Steps { first, last, .. } => vec![first, last],
            Fix::TwoDispatches | Fix::Separate { .. } | Fix::WriteFirst { .. } => Vec::new(),
        }
    }
}

impl BarrierKind {
    /// Returns the WGSL function of the barrier.
    pub const fn call(self) -> &'static str {
        match self {
            BarrierKind::Workgroup => "workgroupBarrier()",
            BarrierKind::Storage => "storageBarrier()",
            BarrierKind::Both => "workgroupBarrier(); storageBarrier()",
            BarrierKind::Texture => "textureBarrier()",
            // WGSL has none, and no fix writes one.
            BarrierKind::Grid => "grid.sync()",
        }
    }
}

/// Returns the pointer to a place: the pointer itself for what stands behind one.
pub fn pointer_to(place: &str) -> String {
    match place.strip_prefix('*') {
        Some(pointer) => pointer.trim_start().to_owned(),
        None => format!("&{place}"),
    }
}

/// Formats the change in English, without a full stop.
impl fmt::Display for Fix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fix::BarrierBefore { barrier, line } => {
                write!(f, "put `{};` before line {line}", barrier.call())
            }
            Fix::SplitBranch { barrier, line } => write!(
                f,
                "end the branch before line {line}, put `{};` there, and begin it again",
                barrier.call()
            ),
            Fix::BarrierAfter { barrier, line } => write!(
                f,
                "put `{};` at the end of the loop around line {line}, before the next iteration",
                barrier.call()
            ),
            Fix::ReplaceBarrier { line, instead_of, by } => write!(
                f,
                "use `{}` instead of `{}` at line {line}",
                by.call(),
                instead_of.call()
            ),
            Fix::BarrierBeside { barrier, line } => write!(
                f,
                "put `{};` beside the barrier of line {line}: each orders its own memory",
                barrier.call()
            ),
            Fix::ReadFirst { barrier, line } => write!(
                f,
                "in line {line} compute the new value into a variable first, then `{0};`, then store it; in a loop, `{0};` again before the next iteration",
                barrier.call()
            ),
            Fix::WarpBarrier { line } => {
                write!(f, "put `__syncwarp();` before line {line}: the threads are in one warp")
            }
            Fix::WarpSteps { first, last } => write!(
                f,
                "in lines {first} to {last} compute each new value into a variable first, then `__syncwarp();`, then store it, then `__syncwarp();`"
            ),
            Fix::Steps { barrier, first, last } => write!(
                f,
                "end the branch after each of the lines {first} to {last}; in each compute the new value into a variable first, then `{0};`, then store it, then `{0};`",
                barrier.call()
            ),
            Fix::Atomic { text, line, function } => write!(
                f,
                "make it an atomic in line {line}: `{}({}, …)`",
                function.name(),
                pointer_to(text)
            ),
            Fix::Combine { text, line } => write!(
                f,
                "no atomic function computes `{text}` in line {line}: combine the values in workgroup memory, with a barrier between the steps, and store the result from one thread; or repeat `atomicCompareExchangeWeak` until it succeeds"
            ),
            Fix::OneLane { condition, line } => {
                write!(f, "let one thread do line {line}: `if ({condition}) {{ … }}`")
            }
            Fix::Separate { views: [one, other] } => write!(
                f,
                "give `{one}` and `{other}` parts of their own; if they share one on purpose, put a barrier where the use of one ends"
            ),
            Fix::TwoDispatches => f.write_str("split the kernel there: only the end of a dispatch orders workgroups"),
            Fix::Guard { condition, line } => {
                write!(f, "guard the access in line {line}: `if ({condition})`")
            }
            Fix::GuardValue {
                condition, text, line, ..
            } => write!(f, "guard the access in line {line}: `{condition} ? {text} : 0`"),
            Fix::HoistBarrier { line } => write!(
                f,
                "move the barrier of line {line} to where all threads come: the condition stays around the work"
            ),
            Fix::WriteFirst { variable, barrier } => {
                write!(f, "write `{variable}` first, then `{};`", barrier.call())
            }
            Fix::WorkInsideLoop { line } => write!(
                f,
                "let a thread do its work inside the loop of line {line} and leave afterwards, so that it waits for no other"
            ),
            Fix::Both { guard, order } => write!(f, "{guard}; and {order}"),
        }
    }
}
