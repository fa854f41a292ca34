//! Findings by happens-before, not by luck of the schedule.
//!
//! `detector` takes every request: `shadow` holds what the lanes of a workgroup did to each word since the last
//! barrier that orders it, `grid` what workgroups did in the whole dispatch. A `row` is the request of a gang whose
//! addresses rise evenly; while nothing clashes, `strip` and `parcel` note it for 64 words at a time, and where something
//! does, `cells` and the grid's words go on with exactly what those held. `nature` says what two accesses mean for each
//! other, `report` collects the pairs of sites that met, `tell` turns them into findings. `barriers` and `loops` watch
//! control flow. `hooks` is all that the interpreter calls.

mod advice;
mod barriers;
mod cells;
mod class;
mod detector;
mod grid;
mod hooks;
mod lane_set;
mod line;
mod loops;
mod nature;
#[cfg(test)]
mod oracle;
mod pages;
mod parcel;
mod report;
mod row;
mod sets;
mod shadow;
mod strip;
mod tell;
mod touched;
mod visit;

pub(crate) use barriers::{BarrierPlace, Standing};
pub(crate) use hooks::{Hazards, Place};
pub(crate) use row::Row;
pub(crate) use touched::Touched;
