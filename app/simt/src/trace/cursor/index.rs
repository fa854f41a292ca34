//! Tables that are computed once for a trace, so that each move in it is fast: the steps of each warp, and the stops of
//! each grain.

use super::steps::Steps;
use crate::lanes::ActiveMask;
use crate::program::Space;
use crate::trace::{Event, Trace};
use std::collections::HashMap;

/// Tables over a trace, computed once.
#[derive(Clone, Debug)]
pub(super) struct Index {
    /// The indices of the steps of each warp, rising.
    pub(super) by_warp: Vec<Vec<u32>>,
    /// Steps at which a warp arrives at a barrier, and steps that open one, rising.
    pub(super) arrivals: Steps,
    pub(super) releases: Vec<u32>,
    /// Steps with a request, by kind of memory.
    asking: [Steps; 3],
    /// Steps before which lanes of their warp have come back, so that more are active than in its step before.
    pub(super) reconverged: Steps,
    /// Positions where each grain stops, rising, from 0 to the number of steps.
    pub(super) rounds: Vec<u32>,
    pub(super) iterations: Vec<u32>,
    pub(super) barriers: Vec<u32>,
    /// For each loop, the largest number of iterations that a warp begins.
    pub(super) begun: Vec<u32>,
    /// The step at which each warp first assigns a variable: `[warp][variable]`; `u32::MAX` if it never does.
    pub(super) assigned: Vec<u32>,
    /// For a step at which a warp enters a loop again: the loop, and the iterations that it had before.
    pub(super) entered_again: HashMap<u32, (u32, u32)>,
}

impl Index {
    pub(super) fn new(trace: &Trace) -> Self {
        let end = trace.len();
        let mut index = Index {
            by_warp: vec![Vec::new(); trace.warps as usize],
            arrivals: Steps::none_of(end),
            releases: Vec::new(),
            asking: std::array::from_fn(|_| Steps::none_of(end)),
            reconverged: Steps::none_of(end),
            rounds: trace.rounds().to_vec(),
            iterations: vec![0],
            barriers: vec![0],
            begun: vec![0; trace.loops.len()],
            assigned: vec![u32::MAX; trace.variables.len() * trace.warps as usize],
            entered_again: HashMap::new(),
        };
        let mut masks = vec![ActiveMask::NONE; trace.warps as usize];
        let mut last = vec![0; trace.loops.len() * trace.warps as usize];
        let mut round_asks = Vec::new();
        let mut starts = Vec::new();
        for (at, step) in trace.steps().enumerate() {
            let (at, warp) = (at as u32, step.warp as usize);
            let before = std::mem::replace(&mut masks[warp], step.mask);
            let has_come_back = before != step.mask && before.without(step.mask).is_empty();
            if !before.is_empty() && has_come_back {
                index.reconverged.insert(at as usize);
            }
            index.by_warp[warp].push(at);
            if trace.rounds().get(round_asks.len()) == Some(&at) {
                round_asks.push(false);
            }
            for event in trace.events(at as usize) {
                match event {
                    Event::Arrive { .. } => index.arrivals.insert(at as usize),
                    Event::Release => {
                        index.releases.push(at);
                        index.barriers.push(at + 1);
                    }
                    Event::Iterate { number, iteration } => {
                        let count = &mut last[warp * trace.loops.len() + number as usize];
                        if iteration == 1 && *count > 0 {
                            index.entered_again.insert(at, (number, *count));
                        }
                        *count = iteration;
                        let begun = &mut index.begun[number as usize];
                        if iteration > *begun {
                            *begun = iteration;
                            starts.push((at, number, iteration));
                        } else if iteration == 1 && trace.loops[number as usize].depth > 0 {
                            starts.push((at, number, iteration));
                        }
                    }
                    Event::Request(request) => {
                        let memory = trace.memories.get(request.memory as usize);
                        if let Some(memory) = memory {
                            index.asking[place(memory.space)].insert(at as usize);
                        }
                        if let Some(asks) = round_asks.last_mut() {
                            *asks = true;
                        }
                    }
                    Event::Assign(assignment) => {
                        let slot = warp * trace.variables.len() + assignment.variable as usize;
                        if let Some(first) = index.assigned.get_mut(slot) {
                            *first = (*first).min(at);
                        }
                    }
                    Event::Diverge { .. } | Event::Reconverge { .. } | Event::Return { .. } => {}
                }
            }
        }
        let some_hold_barriers = trace.loops.iter().any(|each| each.holds_barrier);
        let counted = |number: u32| {
            let each = trace.loops[number as usize];
            if some_hold_barriers {
                each.holds_barrier
            } else {
                each.depth == 0
            }
        };
        // Warps in different loops begin their iterations in the same round: that is one stop.
        let mut starts: Vec<usize> = starts
            .into_iter()
            .filter(|&(_, number, _)| counted(number))
            .map(|(at, ..)| index.rounds.partition_point(|&round| round <= at) - 1)
            .collect();
        starts.dedup();
        for (k, &round) in starts.iter().enumerate() {
            // The view of an iteration is its first memory request, not the check of the loop's condition.
            let until = starts.get(k + 1).copied().unwrap_or(index.rounds.len());
            let asking = (round + 1..until).find(|&r| round_asks[r]);
            let stop = index.rounds[asking.unwrap_or(round)];
            if index.iterations.last() != Some(&stop) {
                index.iterations.push(stop);
            }
        }
        for stops in [
            &mut index.rounds,
            &mut index.iterations,
            &mut index.barriers,
        ] {
            if stops.last() != Some(&(end as u32)) {
                stops.push(end as u32);
            }
        }
        index
    }

    /// Returns the first step from `step` on with a request to a kind of memory.
    pub(super) fn asking_from(&self, space: Space, step: usize) -> Option<usize> {
        self.asking[place(space)].first_from(step)
    }
}

const fn place(space: Space) -> usize {
    match space {
        Space::Storage => 0,
        Space::Uniform => 1,
        Space::Workgroup => 2,
    }
}
