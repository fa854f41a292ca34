//! Findings by happens-before, not by luck of the schedule.
//!
//! `detector` takes every request: `shadow` holds what the lanes of a workgroup did to each word since the last
//! barrier that orders it, `grid` what workgroups did in the whole dispatch. A `row` is the request of a gang whose
//! addresses rise evenly; while nothing clashes, `block` and `block` note it for 64 words at a time, and where something
//! does, `cells` and the grid's words go on with exactly what those held. `semantics` says what two accesses mean for each
//! other, `report` collects the pairs of sites that met, `tell` turns them into findings. `barriers` and `loops` watch
//! control flow. `hooks` is all that the interpreter calls.

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
mod finding;
mod finding_text;
mod fix;
mod hooks;
mod invocation_set;
mod loops;
#[cfg(test)]
mod oracle;
mod pages;
mod race_findings;
mod race_fixes;
mod report;
mod site_sets;
mod warp_access;
mod word_records;
mod workgroup_block;
mod workgroup_shadow;

pub(crate) use affine_access::AffineAccess;
pub(crate) use barriers::{BarrierPlace, Standing};
pub use conflict::{AccessKind, Conflict, Party};
pub(crate) use detector::WrittenByLane;
pub use finding::{Absent, Finding, FindingKind, Severity, Whereabouts};
pub use fix::Fix;
pub(crate) use hooks::{Hazards, Place};
pub(crate) use loops::RunningLoop;
pub(crate) use warp_access::WarpAccess;
