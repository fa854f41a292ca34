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

/// The state of a walk through a trace.
struct Scan {
    /// The active lanes of each warp in its last step.
    masks: Vec<ActiveMask>,
    /// The last iteration of each loop in each warp: `[warp][loop]`.
    iterations: Vec<u32>,
    /// For each round, true if one of its steps has a request.
    round_asks: Vec<bool>,
    /// Steps at which an iteration of a loop begins, each with the number of the loop, rising.
    starts: Vec<(u32, u32)>,
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
        let mut scan = Scan {
            masks: vec![ActiveMask::NONE; trace.warps as usize],
            iterations: vec![0; trace.loops.len() * trace.warps as usize],
            round_asks: Vec::new(),
            starts: Vec::new(),
        };
        for (number, step) in (0..).zip(trace.steps()) {
            let warp = step.warp as usize;
            let before = std::mem::replace(&mut scan.masks[warp], step.mask);
            let has_come_back = before != step.mask && before.without(step.mask).is_empty();
            if !before.is_empty() && has_come_back {
                index.reconverged.insert(number as usize);
            }
            index.by_warp[warp].push(number);
            if trace.rounds().get(scan.round_asks.len()) == Some(&number) {
                scan.round_asks.push(false);
            }
            for event in trace.events(number as usize) {
                index.add(trace, &mut scan, (number, warp), event);
            }
        }
        index.add_iterations(trace, &scan);
        for stops in [&mut index.rounds, &mut index.iterations, &mut index.barriers] {
            if stops.last() != Some(&(end as u32)) {
                stops.push(end as u32);
            }
        }
        index
    }

    /// Adds an event of a step of a warp.
    fn add(&mut self, trace: &Trace, scan: &mut Scan, (step, warp): (u32, usize), event: Event<'_>) {
        match event {
            Event::Arrive { .. } => self.arrivals.insert(step as usize),
            Event::Release => {
                self.releases.push(step);
                self.barriers.push(step + 1);
            }
            Event::Iterate { number, iteration } => {
                let last = &mut scan.iterations[warp * trace.loops.len() + number as usize];
                if iteration == 1 && *last > 0 {
                    self.entered_again.insert(step, (number, *last));
                }
                *last = iteration;
                let begun = &mut self.begun[number as usize];
                let is_inner = trace.loops[number as usize].depth > 0;
                if iteration > *begun || (iteration == 1 && is_inner) {
                    scan.starts.push((step, number));
                }
                *begun = iteration.max(*begun);
            }
            Event::Request(request) => {
                if let Some(memory) = trace.memories.get(request.memory as usize) {
                    self.asking[place(memory.space)].insert(step as usize);
                }
                if let Some(asks) = scan.round_asks.last_mut() {
                    *asks = true;
                }
            }
            Event::Assign(assignment) => {
                let slot = warp * trace.variables.len() + assignment.variable as usize;
                if let Some(first) = self.assigned.get_mut(slot) {
                    *first = (*first).min(step);
                }
            }
            Event::Diverge { .. } | Event::Reconverge { .. } | Event::Return { .. } => {}
        }
    }

    /// Adds the stops of the grain of iterations: those of loops that hold barriers, or else of outermost loops.
    fn add_iterations(&mut self, trace: &Trace, scan: &Scan) {
        let some_hold_barriers = trace.loops.iter().any(|each| each.holds_barrier);
        let counts = |number: u32| {
            let each = trace.loops[number as usize];
            if some_hold_barriers {
                each.holds_barrier
            } else {
                each.depth == 0
            }
        };
        // Warps in different loops begin their iterations in the same round: that is one stop.
        let counted = scan.starts.iter().filter(|(_, number)| counts(*number));
        let mut starts: Vec<usize> = counted
            .map(|(step, _)| self.rounds.partition_point(|round| round <= step) - 1)
            .collect();
        starts.dedup();
        for (k, &round) in starts.iter().enumerate() {
            // The view of an iteration is its first memory request, not the check of the loop's condition.
            let until = starts.get(k + 1).copied().unwrap_or(self.rounds.len());
            let asking = (round + 1..until).find(|&round| scan.round_asks[round]);
            let stop = self.rounds[asking.unwrap_or(round)];
            if self.iterations.last() != Some(&stop) {
                self.iterations.push(stop);
            }
        }
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
