//! The machine: WGSL, buffers and a dispatch in; a lockstep trace, counters and findings out.
//!
//! ```text
//! source --compile--> Program --Execution--> Run { outcome, memories, metrics, findings, trace }
//!                                                                              trace --Cursor--> any moment of it
//! ```
//!
//! What is absent: no clock, no thread, no randomness source, no GPU and no page. The same input gives the same
//! trace, bit for bit, on every platform.

mod compile;
mod exec;
mod hazard;
mod lanes;
mod machine;
mod memory;
mod metrics;
mod program;
mod trace;

pub use compile::{
    DeclaredOverride, EntryPoint, compile, entry_points, without_subgroups_directive,
};
pub use exec::{Execution, Fault, Outcome, Progress, Run, RunOptions, run};
pub use hazard::{
    Absent, AccessKind, Conflict, Finding, FindingKind, Fix, Party, Severity, Whereabouts,
};
pub use lanes::{ActiveMask, LaneValues};
pub use machine::{LoadGranularity, Machine, MachineError, MachineSizes};
pub use metrics::{
    MetricOrigin, MetricUnit, MetricValue, Metrics, NamedMetric, SharedTraffic, StatementMetrics,
    Traffic,
};
pub use program::{
    BarrierKind, Binding, BindingAccess, Buffer, Contents, Dispatch, Indirect, Kernel, KernelError,
    Lines, LoopInfo, MAX_WORKGROUPS_PER_DIMENSION, Override, Pattern, Program, ScalarType, Site,
    Space, Statement, Variable, fold_workgroups,
};
pub use trace::{
    Access, Assignment, Cursor, Event, Frame, Grain, Request, Served, Step, Stops, Trace,
    TraceDocument, TraceMemory, TracePart, TraceTable, WarpState, WarpStatus,
};
