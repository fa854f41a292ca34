//! Barriers in divergent control flow: barriers that only some lanes of a workgroup reach, who waits there and where
//! the others are.
//!
//! WGSL requires barriers in uniform control flow. A divergent warp comes to a barrier several times, with a part of
//! its lanes each time; warps that take different paths come to different barriers at once. The verdict must not depend
//! on this, so the places are gathered until all lanes are together again, and the finding names the first place that a
//! lane comes to.

use super::finding::{Absent, Finding, FindingKind, Whereabouts};
use super::fix::Fix;
use super::invocation_set::InvocationSet;
use crate::lanes::ActiveMask;
use wgsl::Header;

/// The position of a warp when a barrier would open.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pub(crate) first_invocation: u32,
    /// The barrier that it waits at; `None` if it has finished.
    pub(crate) place: Option<BarrierPlace>,
    /// The lanes that wait, and those that have not finished the kernel.
    pub(crate) waiting: ActiveMask,
    pub(crate) alive: ActiveMask,
}

/// A barrier in one call and one iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BarrierPlace {
    /// A list that compares in the order in which a lane passes the places: for each enclosing loop, outermost first, a
    /// position of the loop in the bytecode and the iteration; then the position of the barrier.
    pub(crate) order: Vec<u32>,
    pub(crate) line: u32,
    pub(crate) column: u32,
    /// Its line in an included file, if it is in one.
    pub(crate) header: Option<Header>,
}

impl BarrierPlace {
    /// Returns its line, in the included file if it is in one.
    fn own_line(&self) -> u32 {
        self.header.as_ref().map_or(self.line, |header| header.line)
    }
}

/// Limit of the places that are kept of one divergence: a loop can produce many.
const MAX_PLACES: usize = 64;

/// The places and lanes of a divergence that has not ended.
#[derive(Debug, Default)]
struct Gathering {
    places: Vec<(BarrierPlace, InvocationSet)>,
    finished: InvocationSet,
}

#[derive(Debug, Default)]
pub(crate) struct Barriers {
    gathering: Option<Gathering>,
    invocations: u32,
    workgroup: u32,
    /// The line of the first finding. After it the behaviour is undefined, so only the same finding is counted again.
    line: Option<u32>,
}

impl Barriers {
    pub(crate) fn begin_workgroup(&mut self, workgroup: u32, invocations: u32) {
        (self.workgroup, self.invocations) = (workgroup, invocations);
        self.gathering = None;
    }

    /// Records that some lanes wait, and not all at one place.
    pub(crate) fn diverged(&mut self, warps: impl Iterator<Item = Standing>) {
        let gathering = self.gathering.get_or_insert_default();
        let mut alive = InvocationSet::default();
        for warp in warps {
            alive.add(warp.first_invocation, warp.alive);
            let Some(place) = warp.place else { continue };
            let recorded = gathering.places.iter().position(|(other, _)| *other == place);
            if recorded.is_none() && gathering.places.len() < MAX_PLACES {
                gathering.places.push((place.clone(), InvocationSet::default()));
            }
            let index = recorded.unwrap_or(gathering.places.len() - 1);
            if let Some((_, lanes)) = gathering.places.get_mut(index).filter(|(other, _)| *other == place) {
                lanes.add(warp.first_invocation, warp.waiting);
            }
        }
        gathering.finished = InvocationSet::first(self.invocations).without(&alive);
    }

    /// Records that all lanes came to the barrier of `line`, or (`None`) to the end of the kernel. Returns the finding
    /// of the divergence before, if there was one.
    pub(crate) fn converged(&mut self, line: Option<u32>) -> Option<Finding> {
        let others_at = match line {
            Some(line) => Whereabouts::Barrier { line },
            None => Whereabouts::Finished,
        };
        let gathering = self.gathering.take()?;
        self.finding(&gathering, others_at)
    }

    /// Records that no barrier can open any more. Returns the finding.
    pub(crate) fn deadlocked(&mut self) -> Option<Finding> {
        let gathering = self.gathering.take()?;
        self.finding(&gathering, Whereabouts::Elsewhere)
    }

    /// Drops a divergence whose end is not known because the budget ended the run. The unfinished loop is reported
    /// instead.
    pub(crate) fn forget(&mut self) {
        self.gathering = None;
    }

    fn finding(&mut self, gathering: &Gathering, others_at: Whereabouts) -> Option<Finding> {
        let (place, waiting) = gathering.places.iter().min_by(|a, b| a.0.order.cmp(&b.0.order))?;
        let line = place.own_line();
        if *self.line.get_or_insert(line) != line {
            return None;
        }
        let mut others = InvocationSet::first(self.invocations).without(waiting);
        let missing = others.count();
        let mut absent = Vec::new();
        let mut take = |lanes: &InvocationSet, whereabouts| {
            let here = others.and(lanes);
            others = others.without(&here);
            if let Some(example) = here.first_lane() {
                absent.push(Absent {
                    lanes: here.count(),
                    example,
                    whereabouts,
                });
            }
        };
        for (other, lanes) in &gathering.places {
            take(lanes, Whereabouts::Barrier { line: other.own_line() });
        }
        if others_at != Whereabouts::Finished {
            take(&gathering.finished, Whereabouts::Finished);
        }
        take(&InvocationSet::first(self.invocations), others_at);
        Some(Finding {
            kind: FindingKind::DivergentBarrier {
                waiting: waiting.count(),
                missing,
                absent,
            },
            line: place.line,
            column: place.column,
            workgroup: self.workgroup,
            invocation: waiting.first_lane().unwrap_or(0),
            count: 1,
            suggested_fix: Some(Fix::HoistBarrier { line }),
            edit: None,
            also: Vec::new(),
            header: place.header.clone(),
        })
    }
}
