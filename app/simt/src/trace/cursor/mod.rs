//! A position in a trace: the state of each warp and of memory there. Moves forward and back are the same operation.

mod index;
mod moment;
mod steps;
mod stops;

pub use stops::Stops;

use crate::lanes::ActiveMask;
use crate::program::Space;
use crate::trace::Trace;
use index::Index;
use moment::{Direction, Moment};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// The distance of one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Grain {
    /// One statement of one warp.
    Warp,
    /// One statement of every warp that can continue: a round of the schedule.
    #[default]
    Statement,
    /// To the next iteration of the loop that holds a barrier (the stride loop), or of an outermost loop if none does.
    Iteration,
    /// To the position after the next barrier has opened.
    Barrier,
}

/// The activity of a warp at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarpStatus {
    /// About to execute the statement of this step.
    Running {
        step: usize,
    },
    /// Waiting at the barrier of this step.
    AtBarrier {
        step: usize,
    },
    Finished,
}

/// The state of one warp at a position. The three masks do not overlap; lanes in none of them are masked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WarpState {
    pub status: WarpStatus,
    /// Lanes that execute the next statement.
    pub active: ActiveMask,
    /// Lanes that wait at a barrier.
    pub waiting: ActiveMask,
    /// Lanes that finished the kernel.
    pub finished: ActiveMask,
    /// Lanes that exist (a workgroup need not fill its last warp).
    pub present: ActiveMask,
}

/// The steps that the next move executes; under [`Grain::Statement`] at most one for each warp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub steps: Range<usize>,
}

/// A position in a trace: `position` steps have been executed, and memory is as they left it.
#[derive(Clone, Debug)]
pub struct Cursor {
    tables: Arc<Tables>,
    /// Stops in place of the trace's own.
    given: Vec<(Grain, Arc<[u32]>)>,
    position: usize,
    now: Moment,
}

/// Tables that all copies of a cursor share.
#[derive(Debug)]
struct Tables {
    trace: Arc<Trace>,
    index: Index,
    /// The first word of each variable in [`Moment::variables`].
    first_words: Vec<u32>,
    /// Steps from one checkpoint to the next.
    interval: usize,
    /// The state at each checkpoint that has been passed, the first after `interval` steps. A cursor moves forward from
    /// the beginning or from a checkpoint, so checkpoints are passed in order, and no cursor is beyond the next one.
    checkpoints: Mutex<Vec<Moment>>,
}

impl Tables {
    /// Moves one step forward, and stores the checkpoint if one is reached.
    fn forward(&self, position: &mut usize, now: &mut Moment) {
        now.step(&self.trace, &self.first_words, *position, Direction::Forward);
        *position += 1;
        if position.is_multiple_of(self.interval) {
            let mut checkpoints = (self.checkpoints.lock()).unwrap_or_else(PoisonError::into_inner);
            if *position == (checkpoints.len() + 1) * self.interval {
                checkpoints.push(now.clone());
            }
        }
    }
}

/// Steps of which half can be walked in much less than a frame, also in a browser.
const INTERVAL: usize = 2_048;
/// Limit in bytes of all checkpoints of a trace; it determines their distance if they are large.
const CHECKPOINT_BYTES: usize = 32 << 20;

impl Cursor {
    /// Creates a cursor at the beginning of a trace. Until [`Cursor::prepare`] returns false, the first move to a far step
    /// walks there.
    pub fn new(trace: impl Into<Arc<Trace>>) -> Self {
        let trace: Arc<Trace> = trace.into();
        let first_words: Vec<u32> = trace
            .variables
            .iter()
            .scan(0, |sum, variable| {
                let first = *sum;
                *sum += variable.words;
                Some(first)
            })
            .collect();
        let first = Moment::first(&trace);
        let most = (CHECKPOINT_BYTES / first.bytes().max(1)).max(1);
        let interval = INTERVAL.max(trace.len().div_ceil(most));
        Cursor {
            tables: Arc::new(Tables {
                index: Index::new(&trace),
                trace,
                first_words,
                interval,
                checkpoints: Mutex::default(),
            }),
            given: Vec::new(),
            position: 0,
            now: first,
        }
    }

    /// Sets the positions at which a grain stops: rising, from 0 to the end.
    pub fn stop_at(&mut self, grain: Grain, stops: Vec<u32>) {
        self.given.retain(|(other, _)| *other != grain);
        self.given.push((grain, stops.into()));
    }

    /// Returns the trace in which the cursor moves.
    pub fn trace(&self) -> &Arc<Trace> {
        &self.tables.trace
    }

    /// Returns true while other cursors of the same trace exist.
    pub fn has_copies(&self) -> bool {
        Arc::strong_count(&self.tables) > 1
    }

    /// Walks on to the next checkpoint that no cursor of the trace has passed, which takes much less than a frame.
    /// Returns true if more are left. When none are left, a move to any step is equally fast.
    pub fn prepare(&self) -> bool {
        let (tables, mut ahead) = (&self.tables, self.clone());
        let count = (tables.checkpoints.lock()).map_or(0, |count| count.len());
        let next = (count + 1) * tables.interval;
        if next >= self.end() {
            return false;
        }
        ahead.seek(next);
        next + tables.interval < self.end()
    }

    /// Returns the number of steps executed so far: 0 to [`Cursor::end`].
    pub fn position(&self) -> usize {
        self.position
    }

    /// Returns the position after the last step.
    pub fn end(&self) -> usize {
        self.tables.trace.len()
    }

    /// Moves to a position, forward or back; positions past the end mean the end.
    pub fn seek(&mut self, position: usize) {
        let target = position.min(self.end());
        let tables = Arc::clone(&self.tables);
        // The nearest known state: the current position, a checkpoint on either side, or the beginning.
        let checkpoints = (tables.checkpoints.lock()).unwrap_or_else(PoisonError::into_inner);
        let before = (target / tables.interval).min(checkpoints.len());
        for number in [before, before + 1] {
            let position = number * tables.interval;
            if position.abs_diff(target) >= self.position.abs_diff(target) {
                continue;
            }
            if number == 0 {
                (self.position, self.now) = (0, Moment::first(&tables.trace));
            } else if let Some(moment) = checkpoints.get(number - 1) {
                self.position = position;
                self.now.clone_from(moment);
            }
        }
        drop(checkpoints);
        while self.position < target {
            tables.forward(&mut self.position, &mut self.now);
        }
        while self.position > target {
            self.position -= 1;
            self.now
                .step(&tables.trace, &tables.first_words, self.position, Direction::Back);
            // The event of a first iteration does not contain the number of iterations when the loop ran before.
            if let Some(&(number, count)) = tables.index.entered_again.get(&(self.position as u32)) {
                let warp = tables.trace.step(self.position).map_or(0, |step| step.warp as usize);
                self.now.iterations[warp * tables.trace.loops.len() + number as usize] = count;
            }
        }
    }

    /// Returns the largest number of iterations of loop `number` that a warp begins.
    pub fn iterations(&self, number: usize) -> u32 {
        (self.tables.index.begun.get(number).copied()).unwrap_or(0)
    }

    /// Returns the positions at which a grain stops, rising; the first is 0 and the last the end.
    pub fn stops(&self, grain: Grain) -> Stops<'_> {
        if let Some((_, stops)) = self.given.iter().find(|(other, _)| *other == grain) {
            return Stops::These(stops);
        }
        match grain {
            Grain::Warp => Stops::Every(self.end()),
            Grain::Statement => Stops::These(&self.tables.index.rounds),
            Grain::Iteration => Stops::These(&self.tables.index.iterations),
            Grain::Barrier => Stops::These(&self.tables.index.barriers),
        }
    }

    /// Returns the position of the next stop.
    pub fn next(&self, grain: Grain) -> usize {
        self.stops(grain).after(self.position)
    }

    /// Returns the position of the stop before.
    pub fn previous(&self, grain: Grain) -> usize {
        self.stops(grain).before(self.position)
    }

    /// Returns the steps that are about to be executed: one under [`Grain::Warp`], else the rest of the round.
    pub fn frame(&self, grain: Grain) -> Frame {
        let end = match grain {
            Grain::Warp => (self.position + 1).min(self.end()),
            Grain::Statement | Grain::Iteration | Grain::Barrier => {
                Stops::These(&self.tables.index.rounds).after(self.position)
            }
        };
        Frame {
            steps: self.position..end,
        }
    }

    /// Returns the next position at which lanes of a warp have come back to the others: the beginning of its round.
    /// `None` if none is left.
    pub fn reconvergence_after(&self, position: usize) -> Option<usize> {
        let rounds = &self.tables.index.rounds;
        let mut step = position;
        loop {
            step = self.tables.index.reconverged.first_from(step)?;
            let round = rounds.partition_point(|&round| round as usize <= step);
            let begin = rounds[round.saturating_sub(1)] as usize;
            if begin > position {
                return Some(begin);
            }
            step += 1;
        }
    }

    /// Returns the first step from `step` on with a request to a kind of memory, wherever the cursor is.
    pub fn asking_from(&self, space: Space, step: usize) -> Option<usize> {
        self.tables.index.asking_from(space, step)
    }

    /// Returns the state of a warp and its lanes.
    pub fn warp(&self, warp: u32) -> WarpState {
        let trace = self.trace();
        let width = trace.warp_width;
        let present = ActiveMask::first(trace.invocations.saturating_sub(warp * width).min(width));
        let mask_of = |step: u32| {
            let step = trace.step(step as usize);
            step.map_or(ActiveMask::NONE, |step| step.mask)
        };
        let finished = self.now.finished[warp as usize];
        let steps = &self.tables.index.by_warp[warp as usize];
        let done = steps.partition_point(|&step| (step as usize) < self.position);
        let idle = WarpState {
            status: WarpStatus::Finished,
            active: ActiveMask::NONE,
            waiting: ActiveMask::NONE,
            finished,
            present,
        };
        if let Some(&last) = done.checked_sub(1).and_then(|k| steps.get(k)) {
            let released = self.tables.index.releases.partition_point(|&release| release < last);
            let open = self
                .tables
                .index
                .releases
                .get(released)
                .is_some_and(|&release| (release as usize) < self.position);
            if self.tables.index.arrivals.contains(last as usize) && !open {
                let mask = mask_of(last);
                return WarpState {
                    status: WarpStatus::AtBarrier { step: last as usize },
                    waiting: mask,
                    ..idle
                };
            }
        }
        let Some(&next) = steps.get(done) else {
            return WarpState {
                finished: if trace.truncated { finished } else { present },
                ..idle
            };
        };
        let (step, mask) = (next as usize, mask_of(next));
        if self.tables.index.arrivals.contains(step) {
            return WarpState {
                status: WarpStatus::AtBarrier { step },
                waiting: mask,
                ..idle
            };
        }
        WarpState {
            status: WarpStatus::Running { step },
            active: mask,
            ..idle
        }
    }

    /// Returns the words of a memory of the trace, from its `first_word` on.
    pub fn memory(&self, memory: usize) -> &[u32] {
        self.now.memories.get(memory).map_or(&[], Vec::as_slice)
    }

    /// Returns true if a warp has assigned a variable; before that it has no value to show.
    pub fn has_value(&self, warp: u32, variable: usize) -> bool {
        let assigned = &self.tables.index.assigned;
        let first = assigned.get(warp as usize * self.trace().variables.len() + variable);
        first.is_some_and(|&step| (step as usize) < self.position)
    }

    /// Returns the bits of one word of a variable in one lane.
    pub fn variable(&self, warp: u32, variable: usize, word: u32, lane: u32) -> Option<u32> {
        let slot = self
            .now
            .variable_slot(self.trace(), &self.tables.first_words, (warp, variable), word, lane)?;
        self.now.variables.get(slot).copied()
    }

    /// Returns the number of iterations of loop `number` that a warp has begun.
    pub fn iteration(&self, warp: u32, number: usize) -> u32 {
        self.now
            .iterations
            .get(warp as usize * self.trace().loops.len() + number)
            .copied()
            .unwrap_or(0)
    }
}
