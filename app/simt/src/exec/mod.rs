//! Executes a program over a dispatch: gangs of warps, their lanes and masks, and the order in which they take turns.

mod collective;
mod execution;
mod exits;
mod f16;
mod gang;
mod indexing;
mod interpret;
mod launch;
mod request;
mod running_loops;
mod schedule;
mod vector;

pub use execution::{Execution, Progress, Run, RunOptions, run};
