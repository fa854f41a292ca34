//! Barriers that not all lanes reach: who waits where, and where the others are.
//!
//! A warp that splits comes to a barrier several times, with a part of its lanes each time; warps that take different
//! paths come to different barriers at once. The verdict must be the same, so the places are gathered until all lanes
//! are together again, and the finding is about the first of them on a lane's way.

use super::finding::{Absent, Finding, FindingKind, Whereabouts};
use super::fix::Fix;
use super::invocation_set::InvocationSet;
use crate::lanes::ActiveMask;

/// Where a warp stands when a barrier would open.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pub(crate) first_invocation: u32,
    /// The barrier it waits at; `None` once finished.
    pub(crate) place: Option<BarrierPlace>,
    /// The lanes that wait, and those that have not finished the kernel.
    pub(crate) waiting: ActiveMask,
    pub(crate) alive: ActiveMask,
}

/// A barrier in one call and one iteration.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BarrierPlace {
    /// In the order in which a lane comes there: for each loop around it, outermost first, a position of the loop in
    /// the bytecode and the iteration; then the barrier's own position.
    pub(crate) order: Vec<u32>,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

/// Most places that are kept of one divergence: a loop can make many.
const MAX_PLACES: usize = 64;

/// A divergence while it lasts.
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
    /// The line of the first finding: after it nothing is defined, and only the same is counted again.
    line: Option<u32>,
}

impl Barriers {
    pub(crate) fn begin_workgroup(&mut self, workgroup: u32, invocations: u32) {
        (self.workgroup, self.invocations) = (workgroup, invocations);
        self.gathering = None;
    }

    /// Some lanes wait, and not all at one place.
    pub(crate) fn diverged(&mut self, warps: impl Iterator<Item = Standing>) {
        let gathering = self.gathering.get_or_insert_default();
        let mut alive = InvocationSet::default();
        for warp in warps {
            alive.add(warp.first_invocation, warp.alive);
            let Some(place) = warp.place else { continue };
            let known = gathering.places.iter().position(|(at, _)| *at == place);
            if known.is_none() && gathering.places.len() < MAX_PLACES {
                gathering
                    .places
                    .push((place.clone(), InvocationSet::default()));
            }
            let at = known.unwrap_or(gathering.places.len() - 1);
            if let Some((_, lanes)) = gathering.places.get_mut(at).filter(|(at, _)| *at == place) {
                lanes.add(warp.first_invocation, warp.waiting);
            }
        }
        gathering.finished = InvocationSet::first(self.invocations).without(&alive);
    }

    /// All lanes came to the barrier of a line, or (`None`) to the end of the kernel: the finding, if there is one.
    pub(crate) fn converged(&mut self, line: Option<u32>) -> Option<Finding> {
        let others_at = match line {
            Some(line) => Whereabouts::Barrier { line },
            None => Whereabouts::Finished,
        };
        let gathering = self.gathering.take()?;
        self.finding(&gathering, others_at)
    }

    /// No barrier can open any more.
    pub(crate) fn deadlocked(&mut self) -> Option<Finding> {
        let gathering = self.gathering.take()?;
        self.finding(&gathering, Whereabouts::Elsewhere)
    }

    /// The budget ended the run before it was known where the others go: that is told as a loop without end.
    pub(crate) fn forget(&mut self) {
        self.gathering = None;
    }

    fn finding(&mut self, gathering: &Gathering, others_at: Whereabouts) -> Option<Finding> {
        let (place, waiting) = gathering.places.iter().min_by(|a, b| a.0.cmp(&b.0))?;
        let BarrierPlace { line, column, .. } = *place;
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
            take(lanes, Whereabouts::Barrier { line: other.line });
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
            line,
            column,
            workgroup: self.workgroup,
            invocation: waiting.first_lane().unwrap_or(0),
            count: 1,
            suggested_fix: Some(Fix::HoistBarrier { line }),
        })
    }
}
