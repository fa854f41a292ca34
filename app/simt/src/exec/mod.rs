//! Executes a program over a dispatch: gangs of warps, their lanes and masks, and the order in which they take turns.

mod collective;
mod execution;
mod exits;
mod f16;
mod gang;
mod indexing;
mod interpret;
pub(crate) mod launch;
mod request;
mod schedule;
mod vector;

pub use execution::{Execution, Fault, Outcome, Progress, Run, RunOptions, run};
pub(crate) use gang::{Frame, Gang, State};
pub(crate) use vector::blend_row;
