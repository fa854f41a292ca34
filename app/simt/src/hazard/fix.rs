//! The smallest change that mends what a finding found.

use crate::program::BarrierKind;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A change to the kernel's text; lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fix {
    /// A barrier between the two accesses.
    BarrierBefore { barrier: BarrierKind, line: u32 },
    /// Likewise, where both accesses are in a branch that not all lanes take.
    SplitBranch { barrier: BarrierKind, line: u32 },
    /// A barrier before the loop comes round again.
    BarrierAfter { barrier: BarrierKind, line: u32 },
    /// The barrier there is orders the other memory.
    ReplaceBarrier {
        line: u32,
        instead_of: BarrierKind,
        by: BarrierKind,
    },
    /// All lanes read before any writes.
    ReadFirst { barrier: BarrierKind, line: u32 },
    /// An atomic operation instead of reading and writing.
    Atomic { text: String, line: u32 },
    /// Only one lane does it.
    OneLane { line: u32 },
    /// Nothing orders workgroups but the end of a dispatch.
    TwoDispatches,
    /// The access only where the index is inside.
    Guard { condition: String, line: u32 },
    /// The barrier where all lanes come.
    HoistBarrier { line: u32 },
    /// A first value, and a barrier after it.
    WriteFirst {
        variable: String,
        barrier: BarrierKind,
    },
    /// Let each lane do its work and leave inside the loop, so that none waits behind it.
    WorkInsideLoop { line: u32 },
}

impl BarrierKind {
    /// The call that is such a barrier.
    pub const fn call(self) -> &'static str {
        match self {
            BarrierKind::Workgroup => "workgroupBarrier()",
            BarrierKind::Storage => "storageBarrier()",
            BarrierKind::Both => "workgroupBarrier(); storageBarrier()",
        }
    }
}

/// What to do, in English, without a full stop.
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
                "put `{};` after line {line}, before the loop comes round again",
                barrier.call()
            ),
            Fix::ReplaceBarrier {
                line,
                instead_of,
                by,
            } => write!(
                f,
                "use `{}` instead of `{}` at line {line}",
                by.call(),
                instead_of.call()
            ),
            Fix::ReadFirst { barrier, line } => write!(
                f,
                "in line {line} read into a `let` first, then `{};`, then write",
                barrier.call()
            ),
            Fix::Atomic { text, line } => write!(
                f,
                "make it an atomic in line {line}: `atomicAdd(&{text}, …)`"
            ),
            Fix::OneLane { line } => {
                write!(f, "let one lane do line {line}: `if (lane == 0u) {{ … }}`")
            }
            Fix::TwoDispatches => {
                f.write_str("split the kernel there: only the end of a dispatch orders workgroups")
            }
            Fix::Guard { condition, line } => {
                write!(f, "guard the access in line {line}: `if ({condition})`")
            }
            Fix::HoistBarrier { line } => write!(
                f,
                "move the barrier of line {line} to where all lanes come: the condition stays around the work"
            ),
            Fix::WriteFirst { variable, barrier } => {
                write!(f, "write `{variable}` first, then `{};`", barrier.call())
            }
            Fix::WorkInsideLoop { line } => write!(
                f,
                "let a lane do its work inside the loop of line {line} and leave afterwards, so that it waits for nobody"
            ),
        }
    }
}
