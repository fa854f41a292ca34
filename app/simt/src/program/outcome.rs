//! The outcome of a run: completed, stopped by a fault, or cut off by its budget.

use serde::{Deserialize, Serialize};

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    Completed,
    /// Stopped inside the kernel; the trace up to there is complete.
    Faulted(Fault),
    /// The step budget was used up, at this line. The loop there may end later, or never.
    BudgetExhausted {
        line: u32,
        steps: u64,
    },
}

impl Outcome {
    /// Returns `completed`, `faulted` or `budget_exhausted`.
    pub const fn name(&self) -> &'static str {
        match self {
            Outcome::Completed => "completed",
            Outcome::Faulted(_) => "faulted",
            Outcome::BudgetExhausted { .. } => "budget_exhausted",
        }
    }
}

/// An event after which the workgroup cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum Fault {
    /// Warps wait at different barriers, none of which can open.
    #[error("warp {warp} waits at the barrier of line {line}, warp {other_warp} at the one of line {other_line}")]
    Deadlock {
        warp: u32,
        line: u32,
        other_warp: u32,
        other_line: u32,
    },
    /// Workgroups wait at a barrier of the grid, and others have finished: it can never open.
    #[error(
        "{waiting} of {} workgroups wait at the barrier of the grid in line {line}, and the others have finished without it",
        waiting + finished
    )]
    GridDeadlock { line: u32, waiting: u64, finished: u64 },
    /// Lanes are in a loop in which nothing changes.
    #[error("nothing changes in the loop of line {line}, so it never ends")]
    IdleLoop { line: u32 },
}
