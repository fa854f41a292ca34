//! Executes a program over a dispatch: gangs of warps, their lanes and masks, and the order in which they take turns.
//!
//! It models SIMT execution as Lindholm et al. describe it ("NVIDIA Tesla: A unified graphics and computing
//! architecture", IEEE Micro 2008): the lanes of a warp share one program counter, and a stack of masks handles
//! divergence and reconvergence. It promises the results of WGSL, counters that do not depend on how many warps run as
//! one gang, and the same run for the same input.
//!
//! - `launch` prepares a dispatch, `limits` says what it needs beyond WebGPU's defaults, `execution` runs its workgroups,
//!   `parallel` runs parts of them on several threads, `schedule` lets the gangs of one take turns, and `standstill` finds out that none of them can ever go on.
//! - `interpret` has the `match` over instructions; `exits`, `collective`, `indexing`, `request`, `report`, `check` and `narrow`
//!   execute the larger ones.
//! - `barrier_rule` says which lanes a barrier waits for. `fragment` has the parts of warps that independent thread
//!   scheduling lets run apart.
//! - `gang` holds registers and mask stack, `gangs` those of a workgroup, `vector` the loops over lanes. `grid_barrier` has the
//!   workgroups that wait for all others.

mod barrier_rule;
mod check;
mod collective;
mod execution;
mod exits;
mod fragment;
mod gang;
mod gangs;
mod grid_barrier;
mod indexing;
mod interpret;
mod launch;
mod limits;
mod narrow;
mod parallel;
mod report;
mod request;
mod running_loops;
mod schedule;
mod standstill;
mod unset;
mod vector;

pub use crate::program::Reports;
pub use barrier_rule::BarrierRule;
pub use execution::{Execution, Progress, Run, RunOptions, run};
pub use fragment::Scheduling;
pub use limits::{Limit, RaisedLimit, raised_limits, workgroup_size};
pub use parallel::run_on;
pub use unset::{Unset, weigh};
