//! The state of memory, variables and lanes at one position of a trace, and how a step changes it in either direction.

use crate::lanes::ActiveMask;
use crate::trace::{Event, Request, Trace};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Back,
}

/// All state that steps change.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub(super) memories: Vec<Vec<u32>>,
    /// Values of variables: `[warp][word of the variable table][lane]`.
    pub(super) variables: Vec<u32>,
    pub(super) finished: Vec<ActiveMask>,
    /// Iteration of each loop: `[warp][loop]`.
    pub(super) iterations: Vec<u32>,
}

impl Moment {
    /// Returns the state before the first step.
    pub(super) fn first(trace: &Trace) -> Self {
        let words: u32 = trace.variables.iter().map(|variable| variable.words).sum();
        Moment {
            memories: trace.memories.iter().map(|memory| memory.initial.clone()).collect(),
            variables: vec![0; (trace.warps * words * trace.warp_width) as usize],
            finished: vec![ActiveMask::NONE; trace.warps as usize],
            iterations: vec![0; trace.warps as usize * trace.loops.len()],
        }
    }

    /// Returns the approximate size in bytes.
    pub(super) fn bytes(&self) -> usize {
        let words = self.memories.iter().map(Vec::len).sum::<usize>() + self.variables.len() + self.iterations.len();
        4 * words + 8 * self.finished.len()
    }

    /// Executes step `step`, or undoes it.
    pub(super) fn step(&mut self, trace: &Trace, first_words: &[u32], step: usize, direction: Direction) {
        let warp = trace.step(step).map_or(0, |step| step.warp);
        match direction {
            Direction::Forward => {
                trace
                    .events(step)
                    .for_each(|event| self.apply(trace, first_words, warp, event, direction));
                self.change_by_others(trace, step, direction);
            }
            Direction::Back => {
                self.change_by_others(trace, step, direction);
                trace
                    .events_back(step)
                    .for_each(|event| self.apply(trace, first_words, warp, event, direction));
            }
        }
    }

    fn change_by_others(&mut self, trace: &Trace, step: usize, direction: Direction) {
        for change in trace.others_changes(step) {
            let first = trace.memories[change.memory as usize].first_word;
            let words = &mut self.memories[change.memory as usize];
            for changed in &change.words {
                if let Some(cell) = words.get_mut((changed.word - first) as usize) {
                    *cell = match direction {
                        Direction::Forward => changed.new,
                        Direction::Back => changed.old,
                    };
                }
            }
        }
    }

    /// Returns the index in `variables` of one lane's word of a variable; `first_words` has the first word of each
    /// variable.
    pub(super) fn variable_slot(
        &self,
        trace: &Trace,
        first_words: &[u32],
        (warp, variable): (u32, usize),
        word: u32,
        lane: u32,
    ) -> Option<usize> {
        let first = *first_words.get(variable)?;
        let words = self.variables.len() as u32 / (trace.warps * trace.warp_width).max(1);
        Some((((warp * words) + first + word) * trace.warp_width + lane) as usize)
    }

    fn apply(&mut self, trace: &Trace, first_words: &[u32], warp: u32, event: Event<'_>, direction: Direction) {
        match event {
            Event::Request(request) => self.change(trace, &request, direction),
            Event::Assign(assignment) => {
                let values = match direction {
                    Direction::Forward => assignment.new,
                    Direction::Back => assignment.old,
                };
                for (lane, value) in values.lanes(assignment.mask) {
                    let slot = self.variable_slot(
                        trace,
                        first_words,
                        (warp, assignment.variable as usize),
                        assignment.word,
                        lane,
                    );
                    if let Some(cell) = slot.and_then(|slot| self.variables.get_mut(slot)) {
                        *cell = value;
                    }
                }
            }
            Event::Return { mask } => {
                let finished = &mut self.finished[warp as usize];
                *finished = match direction {
                    Direction::Forward => finished.or(mask),
                    Direction::Back => finished.without(mask),
                };
            }
            Event::Iterate { number, iteration } => {
                // The event counts from 1, so one step back the iteration is one lower.
                self.iterations[warp as usize * trace.loops.len() + number as usize] = match direction {
                    Direction::Forward => iteration,
                    Direction::Back => iteration - 1,
                };
            }
            Event::Diverge { .. } | Event::Reconverge { .. } | Event::Arrive { .. } | Event::Release => {}
        }
    }

    fn change(&mut self, trace: &Trace, request: &Request<'_>, direction: Direction) {
        let first = trace.memories[request.memory as usize].first_word;
        let words = &mut self.memories[request.memory as usize];
        let mut write = |rank: u32, address: u32, word: u32| {
            let Some((old, new)) = request.change(rank, word) else {
                return;
            };
            if let Some(cell) = words.get_mut((address / 4 + word - first) as usize) {
                *cell = if direction == Direction::Forward { new } else { old };
            }
        };
        let count = request.mask.count();
        // Two lanes may write the same word: the later one wins, and is the first to be undone.
        let order = |k: u32| {
            if direction == Direction::Forward {
                k
            } else {
                count - 1 - k
            }
        };
        for rank in (0..count).map(order) {
            for word in 0..request.words {
                write(rank, request.addresses.of_rank(rank), word);
            }
        }
    }
}
