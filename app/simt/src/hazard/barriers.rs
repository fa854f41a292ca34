//! Barriers that not all lanes reach: who waits where, and where the others are.
//!
//! A warp that splits comes to a barrier several times, with a part of its lanes each time; warps that take different
//! paths come to different barriers at once. The verdict must be the same, so the places are gathered until all lanes
//! are together again, and the finding is about the first of them in the text.

use super::lane_set::LaneSet;
use crate::finding::{Absent, Finding, FindingKind, Whereabouts};
use crate::fix::Fix;
use crate::lanes::ActiveMask;

/// Where a warp stands when a barrier would open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    pub(crate) first_invocation: u32,
    /// Line and column of the barrier it waits at; `None` once finished.
    pub(crate) place: Option<(u32, u32)>,
    /// The lanes that wait, and those that have not finished the kernel.
    pub(crate) waiting: ActiveMask,
    pub(crate) alive: ActiveMask,
}

/// A divergence while it lasts.
#[derive(Debug, Default)]
struct Gathering {
    places: Vec<((u32, u32), LaneSet)>,
    finished: LaneSet,
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
    pub(crate) fn apart(&mut self, warps: impl Iterator<Item = Standing>) {
        let gathering = self.gathering.get_or_insert_default();
        let mut alive = LaneSet::default();
        for warp in warps {
            alive.add(warp.first_invocation, warp.alive);
            let Some(place) = warp.place else { continue };
            let known = gathering.places.iter().position(|(at, _)| *at == place);
            let at = known.unwrap_or_else(|| {
                gathering.places.push((place, LaneSet::default()));
                gathering.places.len() - 1
            });
            gathering.places[at]
                .1
                .add(warp.first_invocation, warp.waiting);
        }
        gathering.finished = LaneSet::first(self.invocations).without(&alive);
    }

    /// All lanes came to the barrier of a line, or (`None`) to the end of the kernel: the finding, if there is one.
    pub(crate) fn together(&mut self, line: Option<u32>) -> Option<Finding> {
        let rest = match line {
            Some(line) => Whereabouts::Barrier { line },
            None => Whereabouts::Finished,
        };
        let gathering = self.gathering.take()?;
        self.finding(&gathering, rest)
    }

    /// No barrier can open any more.
    pub(crate) fn stuck(&mut self) -> Option<Finding> {
        let gathering = self.gathering.take()?;
        self.finding(&gathering, Whereabouts::Elsewhere)
    }

    /// The budget ended the run before it was known where the others go: that is told as a loop without end.
    pub(crate) fn forget(&mut self) {
        self.gathering = None;
    }

    fn finding(&mut self, gathering: &Gathering, rest: Whereabouts) -> Option<Finding> {
        let (&(line, column), waiting) = gathering
            .places
            .iter()
            .map(|(place, lanes)| (place, lanes))
            .min_by_key(|(place, _)| **place)?;
        if *self.line.get_or_insert(line) != line {
            return None;
        }
        let mut others = LaneSet::first(self.invocations).without(waiting);
        let missing = others.count();
        let mut absent = Vec::new();
        let mut take = |lanes: &LaneSet, whereabouts| {
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
        let places = gathering.places.iter().filter(|(at, _)| at.0 != line);
        for (place, lanes) in places {
            take(lanes, Whereabouts::Barrier { line: place.0 });
        }
        take(&gathering.finished, Whereabouts::Finished);
        take(&LaneSet::first(self.invocations), rest);
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
            mend: Some(Fix::HoistBarrier { line }),
        })
    }
}
