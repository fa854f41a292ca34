//! Hazards: data races, barriers in divergent control flow, indices out of bounds and endless loops, as findings.
//!
//! The race detector follows happens-before (Lamport, CACM 1978), in the manner of FastTrack (Flanagan and Freund, PLDI
//! 2009), which keeps an *epoch* instead of a vector clock for most words. Between the lanes of a workgroup only
//! barriers order accesses, and all lanes pass a barrier together, so one number is the clock of all of them: our epoch
//! is the interval between two barriers. Each kind of barrier orders its memory only (WGSL, "Synchronization Built-in
//! Functions"). `subgroupBarrier()`, which only our machine has, orders the lanes of a warp. Nothing orders workgroups of a dispatch, and atomic operations are relaxed: they order nothing.
//! Detectors for CUDA treat barriers in the same way, for example GRace (Zheng, Ravi, Qin and Agrawal, PPoPP 2011).
//! Barriers in divergent control flow are what GPUVerify (Betts et al., OOPSLA 2012) calls barrier divergence.
//!
//! For each word the detector keeps the *set* of accesses (site, and one lane or several) since the last barrier that
//! orders it. Findings are a function of these sets: they depend neither on the schedule nor on the warp width. Every
//! pair of sites that it reports did access one word without order, so it reports no false positives under these rules.
//! It can miss races:
//!
//! - It sees one run. A race on a path that this input does not take, or at an index that it does not compute, is not
//!   found.
//! - If the path depends on the result of a race or of an atomic operation, another schedule can show other races.
//! - After a barrier in divergent control flow the behaviour is undefined, and it stops.
//! - Of one word it lists at most 64 sites of each kind of access between two barriers, and it reports at most 1024
//!   pairs of sites. So it may not name every line of a race, but it names one.
//! - With barriers of warps it stops after a million turns (see `warp_order`).
//!
//! The parts, from the outside in:
//!
//! - `hooks` has all functions that the interpreter and the schedule call.
//! - `detector` takes the requests: a `warp_access` lists the addresses of a warp, an `affine_access` has those of a
//!   gang as two numbers. A `watched` memory has its shadow memories, with a record for each `grain`.
//! - `workgroup_shadow` is the shadow memory of a workgroup, `dispatch_shadow` that of the dispatch. As long as
//!   accesses do not clash, both summarize blocks of 64 words (`workgroup_block`, `dispatch_block`). Otherwise the
//!   words of a block get separate records (`word_records`), with exactly the same sets.
//! - `access_semantics` decides which accesses clash, `report` collects the pairs of sites that did, `race_findings`
//!   and `race_fixes` turn them into findings with lines and source text.
//! - `warp_order` orders the accesses of a warp around a `subgroupBarrier()`, and in lockstep around volatile ones.
//!   `fence_order` orders those of workgroups by the fences of a CUDA text.
//! - `footprint` has the words that a part of a dispatch accessed, for parts that run on several threads.
//! - `out_of_bounds` has the guards of indices, `volatile_flags` the flags by which a CUDA text signals.
//! - `undefined` has the operations on integers that CUDA leaves undefined.
//! - `barriers` and `loops` check control flow. `watched_word` notes the last store to one word.
//! - `oracle` (tests) compares the detector with a naive one that looks at every pair of accesses.

mod access_context;
mod access_semantics;
mod accessors;
mod affine_access;
mod affine_map;
mod barriers;
mod conflict;
mod detector;
mod dispatch_block;
mod dispatch_shadow;
mod fence_order;
mod finding;
mod finding_text;
mod fix;
mod footprint;
mod grain;
mod hooks;
mod invocation_set;
mod loops;
mod nothing_stored;
#[cfg(test)]
mod oracle;
mod out_of_bounds;
mod pages;
mod race_findings;
mod race_fixes;
mod report;
mod site_sets;
mod undefined;
mod volatile_flags;
mod warp_access;
mod warp_order;
mod watched;
mod watched_word;
mod word_records;
mod workgroup_block;
mod workgroup_shadow;

pub(crate) use affine_access::AffineAccess;
pub(crate) use barriers::{BarrierPlace, Standing};
pub use conflict::{AccessKind, Condition, Conflict, Party};
pub(crate) use detector::{WrittenByLane, WrittenWords};
pub use finding::{Absent, Effect, Finding, FindingKind, MaskFault, Severity, Whereabouts};
pub use fix::{AtomicFunction, Edit, Fix, pointer_to};
pub(crate) use footprint::Footprint;
pub(crate) use hooks::{Hazards, Place};
pub(crate) use loops::RunningLoop;
pub(crate) use undefined::Undefined;
pub use undefined::{Lost, Overflow, UndefinedOperation};
pub(crate) use warp_access::WarpAccess;
