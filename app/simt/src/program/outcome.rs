//! How a run ended: completed, stopped by a fault, or cut off by its budget.

use serde::{Deserialize, Serialize};

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    Completed,
    /// Stopped inside the kernel; the trace so far stands.
    Faulted(Fault),
    /// The step budget was used up: most likely a loop without end, at this line.
    BudgetExhausted {
        line: u32,
        steps: u64,
    },
}

impl Outcome {
    /// `completed`, `faulted` or `budget_exhausted`.
    pub const fn name(&self) -> &'static str {
        match self {
            Outcome::Completed => "completed",
            Outcome::Faulted(_) => "faulted",
            Outcome::BudgetExhausted { .. } => "budget_exhausted",
        }
    }
}

/// Something after which the workgroup cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum Fault {
    /// Warps wait at different barriers, none of which can open.
    #[error(
        "warp {warp} waits at the barrier of line {line}, warp {other_warp} at the one of line {other_line}"
    )]
    Deadlock {
        warp: u32,
        line: u32,
        other_warp: u32,
        other_line: u32,
    },
}
