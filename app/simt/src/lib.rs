//! The machine: WGSL, buffers and a dispatch in; a lockstep trace, counters and findings out.
//!
//! ```text
//! source --compile--> Program --Execution--> Run { outcome, memories, metrics, findings, trace }
//!                                                                              trace --Cursor--> any moment of it
//! ```
//!
//! What is absent: no clock, no thread, no randomness source, no GPU and no page. The same input gives the same
//! trace, bit for bit, on every platform.

mod access;
mod affine;
mod arithmetic;
mod before;
mod coalescing;
mod compile;
mod conflict;
mod cooperate;
mod cost;
mod cursor;
mod dispatch;
mod document;
mod error;
mod execution;
mod finding;
mod fix;
mod gang;
mod halves;
mod hazard;
mod interpret;
mod jump;
mod kernel;
mod lanes;
mod launch;
mod machine;
mod mask;
mod memory;
mod metrics;
mod program;
mod recorder;
mod request;
mod schedule;
mod sentence;
mod served;
mod source;
mod trace;
mod uniformity;
mod vector;

pub use compile::{DeclaredOverride, EntryPoint, compile, compile_all, entry_points};
pub use conflict::{AccessKind, Conflict, Party};
pub use cursor::{Cursor, Frame, Grain, Stops, WarpState, WarpStatus};
pub use dispatch::{
    Buffer, Contents, Dispatch, Indirect, Lines, MAX_WORKGROUPS_PER_DIMENSION, Pattern,
    fold_workgroups,
};
pub use document::TraceDocument;
pub use error::KernelError;
pub use execution::{Execution, Fault, Outcome, Progress, Run, RunOptions, run};
pub use finding::{Absent, Finding, FindingKind, Severity, Whereabouts};
pub use fix::Fix;
pub use kernel::Kernel;
pub use lanes::{ActiveMask, LaneValues};
pub use machine::{LoadGranularity, Machine, MachineError, MachineSizes};
pub use metrics::{
    MetricOrigin, MetricUnit, MetricValue, Metrics, NamedMetric, SharedTraffic, StatementMetrics,
    Traffic,
};
pub use program::{
    BarrierKind, Binding, BindingAccess, LoopInfo, Override, Program, ScalarType, Site, Space,
    Statement, Variable,
};
pub use served::Served;
pub use source::without_subgroups_directive;
pub use trace::{
    Access, Assignment, Event, Request, Step, Trace, TraceMemory, TracePart, TraceTable,
};
