//! A moment of a trace: where each warp stands and what memory holds. Forward and back are the same operation.

use crate::lanes::ActiveMask;
use crate::trace::{Event, Request, Trace};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// How far one press of a key goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Grain {
    /// One statement of one warp.
    Warp,
    /// One statement of every warp that can execute one: a round of the schedule.
    #[default]
    Statement,
    /// To the next iteration of the loop that holds a barrier (the stride loop), or of an outermost loop if none does.
    Iteration,
    /// To the moment after the next barrier has opened.
    Barrier,
}

/// What a warp is doing at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarpStatus {
    /// Its next statement, by its step's index.
    Running {
        step: usize,
    },
    /// Waiting at the barrier of this step.
    AtBarrier {
        step: usize,
    },
    Finished,
}

/// One warp at a moment. The three masks do not overlap; lanes in none of them are masked.
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

/// The steps that the next press executes, one for each warp at most under [`Grain::Statement`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub steps: Range<usize>,
}

/// Tables over a trace that are found once, so that each move is quick.
#[derive(Clone, Debug)]
struct Index {
    /// By warp: the indices of its steps, rising.
    by_warp: Vec<Vec<u32>>,
    /// Steps at which a warp arrives at a barrier, and steps that open it, rising.
    arrivals: Vec<bool>,
    releases: Vec<u32>,
    /// Places where a grain stops, rising, from 0 to the number of steps.
    rounds: Vec<u32>,
    iterations: Vec<u32>,
    barriers: Vec<u32>,
}

/// A position in a trace: `position` steps have been executed, and memory is as they left it.
#[derive(Clone, Debug)]
pub struct Cursor {
    index: Index,
    position: usize,
    memories: Vec<Vec<u32>>,
    /// Variables' values: `[warp][register word of the variable table][lane]`.
    variables: Vec<u32>,
    variable_words: Vec<u32>,
    finished: Vec<ActiveMask>,
    /// Iteration of each loop, by warp.
    iterations: Vec<u32>,
}

impl Cursor {
    /// A cursor at the beginning of a trace. It must only be used with the trace it was made from.
    pub fn new(trace: &Trace) -> Self {
        let variable_words: Vec<u32> = trace
            .variables
            .iter()
            .scan(0, |sum, variable| {
                let first = *sum;
                *sum += variable.words;
                Some(first)
            })
            .collect();
        let words: u32 = trace.variables.iter().map(|variable| variable.words).sum();
        Cursor {
            index: Index::new(trace),
            position: 0,
            memories: trace
                .memories
                .iter()
                .map(|memory| memory.initial.clone())
                .collect(),
            variables: vec![0; (trace.warps * words * trace.warp_width) as usize],
            variable_words,
            finished: vec![ActiveMask::NONE; trace.warps as usize],
            iterations: vec![0; trace.warps as usize * trace.loops.len()],
        }
    }

    /// Steps executed so far: 0 to [`Cursor::end`].
    pub fn position(&self) -> usize {
        self.position
    }

    /// The position after the last step.
    pub fn end(&self) -> usize {
        self.index.arrivals.len()
    }

    /// Goes to a position, forward or back; past the end means the end.
    pub fn seek(&mut self, trace: &Trace, position: usize) {
        let target = position.min(self.end());
        while self.position < target {
            for event in trace.events(self.position) {
                self.apply(trace, self.position, event, Direction::Forward);
            }
            self.position += 1;
        }
        while self.position > target {
            self.position -= 1;
            for event in trace.events(self.position).rev() {
                self.apply(trace, self.position, event, Direction::Back);
            }
        }
    }

    /// Positions at which a grain stops, rising; the first is 0 and the last the end.
    pub fn stops(&self, grain: Grain) -> Stops<'_> {
        match grain {
            Grain::Warp => Stops::Every(self.end()),
            Grain::Statement => Stops::These(&self.index.rounds),
            Grain::Iteration => Stops::These(&self.index.iterations),
            Grain::Barrier => Stops::These(&self.index.barriers),
        }
    }

    /// Where the next press goes.
    pub fn next(&self, grain: Grain) -> usize {
        self.stops(grain).after(self.position)
    }

    /// Where the press back goes.
    pub fn previous(&self, grain: Grain) -> usize {
        self.stops(grain).before(self.position)
    }

    /// The steps about to be executed: one under [`Grain::Warp`], else the rest of the round.
    pub fn frame(&self, grain: Grain) -> Frame {
        let end = match grain {
            Grain::Warp => (self.position + 1).min(self.end()),
            Grain::Statement | Grain::Iteration | Grain::Barrier => {
                Stops::These(&self.index.rounds).after(self.position)
            }
        };
        Frame {
            steps: self.position..end,
        }
    }

    /// Where a warp stands and what its lanes do.
    pub fn warp(&self, trace: &Trace, warp: u32) -> WarpState {
        let width = trace.warp_width;
        let present = ActiveMask::first(trace.invocations.saturating_sub(warp * width).min(width));
        let finished = self.finished[warp as usize];
        let steps = &self.index.by_warp[warp as usize];
        let done = steps.partition_point(|&step| (step as usize) < self.position);
        let idle = WarpState {
            status: WarpStatus::Finished,
            active: ActiveMask::NONE,
            waiting: ActiveMask::NONE,
            finished,
            present,
        };
        if let Some(&last) = done.checked_sub(1).and_then(|k| steps.get(k)) {
            let released = self
                .index
                .releases
                .partition_point(|&release| release < last);
            let open = self
                .index
                .releases
                .get(released)
                .is_some_and(|&release| (release as usize) < self.position);
            if self.index.arrivals[last as usize] && !open {
                let mask = trace.steps[last as usize].mask;
                return WarpState {
                    status: WarpStatus::AtBarrier {
                        step: last as usize,
                    },
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
        let (step, mask) = (next as usize, trace.steps[next as usize].mask);
        if self.index.arrivals[step] {
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

    /// The words of a memory of the trace, from its `first_word` on.
    pub fn memory(&self, memory: usize) -> &[u32] {
        self.memories.get(memory).map_or(&[], Vec::as_slice)
    }

    /// The bits of one word of a variable in one lane.
    pub fn variable(
        &self,
        trace: &Trace,
        warp: u32,
        variable: usize,
        word: u32,
        lane: u32,
    ) -> Option<u32> {
        self.variables
            .get(self.variable_slot(trace, warp, variable, word, lane)?)
            .copied()
    }

    /// How many iterations of loop `number` a warp has begun.
    pub fn iteration(&self, trace: &Trace, warp: u32, number: usize) -> u32 {
        self.iterations
            .get(warp as usize * trace.loops.len() + number)
            .copied()
            .unwrap_or(0)
    }

    fn variable_slot(
        &self,
        trace: &Trace,
        warp: u32,
        variable: usize,
        word: u32,
        lane: u32,
    ) -> Option<usize> {
        let first = *self.variable_words.get(variable)?;
        let words = self.variables.len() as u32 / (trace.warps * trace.warp_width).max(1);
        Some((((warp * words) + first + word) * trace.warp_width + lane) as usize)
    }

    fn apply(&mut self, trace: &Trace, step: usize, event: Event<'_>, direction: Direction) {
        let warp = trace.steps[step].warp;
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
                        warp,
                        assignment.variable as usize,
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
                // The event counts from 1, so one step back the loop stood one lower.
                self.iterations[warp as usize * trace.loops.len() + number as usize] =
                    match direction {
                        Direction::Forward => iteration,
                        Direction::Back => iteration - 1,
                    };
            }
            Event::Diverge { .. }
            | Event::Reconverge { .. }
            | Event::Arrive { .. }
            | Event::Release => {}
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
                *cell = if direction == Direction::Forward {
                    new
                } else {
                    old
                };
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forward,
    Back,
}

/// The positions at which a grain stops.
#[derive(Clone, Copy, Debug)]
pub enum Stops<'a> {
    /// Every position up to the end.
    Every(usize),
    /// These, rising.
    These(&'a [u32]),
}

impl Stops<'_> {
    /// How many there are.
    pub fn count(self) -> usize {
        match self {
            Stops::Every(end) => end + 1,
            Stops::These(stops) => stops.len(),
        }
    }

    /// The position of the stop with this number; `None` past the last.
    pub fn at(self, rank: usize) -> Option<usize> {
        match self {
            Stops::Every(end) => (rank <= end).then_some(rank),
            Stops::These(stops) => stops.get(rank).map(|&stop| stop as usize),
        }
    }

    /// How many lie before `position`: the number of the stop it is at.
    pub fn rank(self, position: usize) -> usize {
        match self {
            Stops::Every(_) => position,
            Stops::These(stops) => stops.partition_point(|&stop| (stop as usize) < position),
        }
    }

    fn after(self, position: usize) -> usize {
        match self {
            Stops::Every(end) => (position + 1).min(end),
            Stops::These(stops) => {
                let next = stops.partition_point(|&stop| stop as usize <= position);
                stops
                    .get(next)
                    .or(stops.last())
                    .map_or(0, |&stop| stop as usize)
            }
        }
    }

    fn before(self, position: usize) -> usize {
        match self {
            Stops::Every(_) => position.saturating_sub(1),
            Stops::These(stops) => self
                .rank(position)
                .checked_sub(1)
                .and_then(|rank| stops.get(rank))
                .map_or(0, |&stop| stop as usize),
        }
    }
}

impl Index {
    fn new(trace: &Trace) -> Self {
        let end = trace.steps.len();
        let mut index = Index {
            by_warp: vec![Vec::new(); trace.warps as usize],
            arrivals: vec![false; end],
            releases: Vec::new(),
            rounds: Vec::new(),
            iterations: vec![0],
            barriers: vec![0],
        };
        let mut round_asks = Vec::new();
        let mut begun = vec![0; trace.loops.len()];
        let mut starts = Vec::new();
        let mut holds_barrier = vec![false; trace.loops.len()];
        let mut inside: Vec<Option<u32>> = vec![None; trace.warps as usize];
        for (at, step) in trace.steps.iter().enumerate() {
            let (at, warp) = (at as u32, step.warp as usize);
            index.by_warp[warp].push(at);
            if at == 0 || trace.steps[at as usize - 1].round != step.round {
                index.rounds.push(at);
                round_asks.push(false);
            }
            for event in trace.events(at as usize) {
                match event {
                    Event::Arrive { .. } => {
                        index.arrivals[at as usize] = true;
                        if let Some(number) = inside[warp] {
                            holds_barrier[number as usize] = true;
                        }
                    }
                    Event::Release => {
                        index.releases.push(at);
                        index.barriers.push(at + 1);
                    }
                    Event::Iterate { number, iteration } => {
                        inside[warp] = Some(number);
                        if iteration > begun[number as usize] {
                            begun[number as usize] = iteration;
                            starts.push((at, number, iteration));
                        } else if iteration == 1 && trace.loops[number as usize].depth > 0 {
                            starts.push((at, number, iteration));
                        }
                    }
                    Event::Request(_) => {
                        if let Some(asks) = round_asks.last_mut() {
                            *asks = true;
                        }
                    }
                    _ => {}
                }
            }
        }
        let counted = |number: u32| {
            if holds_barrier.contains(&true) {
                holds_barrier[number as usize]
            } else {
                trace.loops[number as usize].depth == 0
            }
        };
        let starts: Vec<u32> = starts
            .into_iter()
            .filter(|&(_, number, _)| counted(number))
            .map(|(at, ..)| at)
            .collect();
        for (k, &at) in starts.iter().enumerate() {
            // The picture of an iteration is its first memory request, not the check of the loop's condition.
            let until = starts.get(k + 1).map_or(end as u32, |&next| next);
            let first = index.rounds.partition_point(|&round| round <= at);
            let asking = (first..index.rounds.len())
                .take_while(|&r| index.rounds[r] < until)
                .find(|&r| round_asks[r]);
            let stop = asking.map_or(at, |round| index.rounds[round]);
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
}
