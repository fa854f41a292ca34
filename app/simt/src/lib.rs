//! The machine: WGSL, buffers and a dispatch in; a lockstep trace, counters and findings out.
//!
//! ```text
//! source --compile--> Program --Execution--> Run { outcome, buffers, metrics, findings, trace }
//!                                                                              trace --Cursor--> any moment of it
//! ```
//!
//! The same input gives the same trace, bit for bit, on every platform: there is no clock, no source of randomness, no GPU
//! and no page here. [`run_on`] has threads, and the result of one.
//!
//! One folder is one phase. From low to high; a file imports only from its own folder and from those above it in this
//! list, and no file imports a file that imports it:
//!
//! 1. `program`: kernel, dispatch, bytecode, operators and errors, as plain data
//! 2. `compile`: makes a [`Program`] of WGSL text that the crate `wgsl` takes (uses `program`)
//! 3. `machine`: the sizes of a GPU, with presets and their sources (uses nothing)
//! 4. `lanes`: sets of lanes, and values that rise evenly from lane to lane (uses `program`)
//! 5. `memory`: buffers and workgroup memory (uses `lanes`)
//! 6. `metrics`: what a request costs, and the counters (uses `program`, `machine`, `lanes`)
//! 7. `hazard`: races, divergent barriers and endless loops, as [`Finding`]s (uses `program`, `lanes`, `memory`)
//! 8. `trace`: what happened step by step, and the [`Cursor`] that walks it (uses all above but `compile` and `hazard`)
//! 9. `exec`: executes a program over a dispatch (uses all above but `compile`)
//! 10. `mend`: applies the fixes of findings to a text, and runs it again (uses `compile` and `exec`)
//!
//! ```
//! let text = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
//!     @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { data[i] *= 2; }";
//! let program = simt::compile(text, None)?;
//! let dispatch = simt::Dispatch {
//!     workgroups: [1, 1, 1],
//!     overrides: Default::default(),
//!     buffers: vec![simt::Buffer {
//!         group: 0,
//!         binding: 0,
//!         contents: simt::Contents::Pattern { pattern: simt::Pattern::Index, words: 4 },
//!     }],
//! };
//! let run = simt::run(&program, &dispatch, &simt::RunOptions::default())?;
//! assert_eq!(run.buffers, [[0, 2, 4, 6]]);
//! assert_eq!(run.metrics.global_loads.requests, 1);
//! # Ok::<(), simt::KernelError>(())
//! ```

mod compile;
mod exec;
mod hazard;
mod lanes;
mod machine;
mod memory;
mod mend;
mod metrics;
mod program;
mod trace;

pub use compile::{
    DeclaredOverride, EntryPoint, JoinError, Warning, compile, compile_all, compile_all_marked, compile_marked,
    declared_overrides, entry_points, join, validate, validate_overrides, warnings, with_other_names,
};
pub use exec::{
    BarrierRule, Execution, Limit, Progress, RaisedLimit, Reports, Run, RunOptions, Scheduling, Unset, raised_limits,
    run, run_on, weigh, workgroup_size,
};
pub use hazard::{
    Absent, AccessKind, AtomicFunction, Condition, Conflict, Edit, Effect, Finding, FindingKind, Fix, Lost, MaskFault,
    Overflow, Party, Severity, UndefinedOperation, Whereabouts, pointer_to,
};
pub use lanes::{ActiveMask, LaneValues};
pub use machine::{LoadGranularity, Machine, MachineError, MachineSizes};
pub use mend::{Change, Language as TextLanguage, Trial, mend, trials, trials_in};
pub use metrics::{
    Likeness, LocalTraffic, Metric, MetricOrigin, MetricUnit, MetricValue, Metrics, NCU, NamedMetric, NcuCounter,
    SharedTraffic, StatementMetrics, Traffic, has_ncu, metric, ncu_counter,
};
pub use program::{
    Access, BadNumber, BarrierKind, Binding, BindingAccess, Buffer, Contents, Dispatch, Fault, Image, ImageKind,
    ImageShape, ImageSize, Indirect, Kernel, KernelError, Layout, Lines, LoopInfo, MAX_BLOCKS,
    MAX_WORKGROUPS_PER_DIMENSION, Member, Narrow, Outcome, Override, Pattern, Place, Program, Report, ScalarType, Site,
    SourceAccess, Space, Statement, Target, TargetRoot, Variable, VariableRole, Wide, fold_workgroups, items,
    write_numbers, write_values,
};
pub use trace::{
    Assignment, ChangedWord, Cursor, Event, Frame, Grain, OthersChanges, Request, RequestPart, Step, Stops, Trace,
    TraceDocument, TraceMemory, TracePart, TraceTable, WarpState, WarpStatus, permitted_ulps,
};
pub use wgsl::{
    Cause, Header, Integers, Joined, Language, Marks, Origin, Origins, ReportKind, ReportMark, Requests, Role, Scope,
    Separation, Span, Step as SeparationStep, fold, outline, placeholders, recognise, short,
};
