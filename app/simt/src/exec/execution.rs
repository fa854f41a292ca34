//! A run of a program over a dispatch, in slices of steps, so that the caller can show progress and stop it.

use super::barrier_rule::BarrierRule;
use super::fragment::{Scheduling, meetings};
use super::gangs::Gangs;
use super::grid_barrier::{GridBarrier, Suspended};
use super::interpret::Context;
use super::launch::{self, Launch};
use super::schedule::{self, Turn};
use super::standstill::Standstill;
use super::unset::Unset;
use crate::hazard::{Finding, Footprint, Hazards};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::metrics::{Metrics, StatementMetrics};
use crate::program::Reports;
use crate::program::{Dispatch, Fault, KernelError, MAX_BLOCKS, MAX_WORKGROUPS_PER_DIMENSION, Outcome, Program};
use crate::trace::{Header, Recorder, Trace, TracePart};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The race detector compares about this many accesses in the time of a step.
const COMPARISONS_OF_A_STEP: u64 = 64;

/// The options of a run, besides program and dispatch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunOptions {
    pub machine: Machine,
    /// The workgroup whose trace is kept, by linear index (x first); `None` keeps no trace.
    pub traced: Option<u32>,
    /// Limit of the run, in statements of single warps; the run is cut off there.
    pub step_budget: u64,
    /// Limits of the trace, in steps and in bytes; the trace stops growing at the first that it reaches.
    pub trace_budget: usize,
    pub trace_bytes: u64,
    /// Looks for races and other hazards. Bounds and barriers are always checked.
    pub findings: bool,
    /// Masks short branches instead of branching, as compilers do: at most 7 instructions under a condition that varies
    /// between lanes, at most 4 under one that does not.
    pub predication: bool,
    /// The relation of the lanes of a warp whose branches part.
    pub scheduling: Scheduling,
    pub barrier_rule: BarrierRule,
    pub unset: Unset,
    /// Seed of the order in which warps take turns: 0 is round-robin, others shuffle it.
    pub seed: u64,
    /// Seed of the values that nobody has set; without it, `seed` chooses them.
    pub unset_seed: Option<u64>,
}

impl RunOptions {
    /// Returns the options of a run by CUDA's rules.
    pub fn cuda() -> Self {
        RunOptions::default().by_cuda()
    }

    /// Returns these options with CUDA's rules.
    pub fn by_cuda(self) -> Self {
        RunOptions {
            barrier_rule: BarrierRule::RemainingLanes,
            unset: Unset::Undefined,
            ..self
        }
    }

    /// Returns the word that nobody has set.
    pub(super) fn unset_word(&self) -> u32 {
        self.unset.word(self.unset_seed.unwrap_or(self.seed))
    }
}

impl Default for RunOptions {
    fn default() -> Self {
        RunOptions {
            machine: Machine::default(),
            traced: Some(0),
            step_budget: 2_000_000_000,
            trace_budget: 1_000_000,
            trace_bytes: 256 << 20,
            findings: true,
            predication: false,
            scheduling: Scheduling::Lockstep,
            barrier_rule: BarrierRule::AllLanes,
            unset: Unset::Zero,
            seed: 0,
            unset_seed: None,
        }
    }
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    pub workgroups_done: u64,
    pub workgroups: u64,
    pub finished: bool,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    pub outcome: Outcome,
    /// The steps of single warps, which the budget limits.
    pub steps: u64,
    pub metrics: Metrics,
    /// True if every workgroup that ran has the same counters.
    pub blocks_alike: bool,
    pub findings: Vec<Finding>,
    pub reports: Reports,
    pub trace: Option<Trace>,
    /// The buffers after the run, in the order of the dispatch, as little-endian words.
    pub buffers: Vec<Vec<u32>>,
}

impl Run {
    /// Returns a hash of all buffers. It is the same on every platform, so two runs with equal hashes left equal
    /// buffers.
    pub fn buffers_fingerprint(&self) -> u64 {
        let mut hash = xxhash_rust::xxh3::Xxh3::new();
        for buffer in &self.buffers {
            hash.update(&(buffer.len() as u64).to_le_bytes());
            for word in buffer {
                hash.update(&word.to_le_bytes());
            }
        }
        hash.digest()
    }
}

/// A run in progress.
#[derive(Debug)]
pub struct Execution<'p> {
    program: &'p Program,
    options: RunOptions,
    launch: Launch,
    memories: Vec<Memory>,
    /// The gangs of the current workgroup.
    gangs: Gangs,
    together: bool,
    /// True for each statement at which the parts of a warp meet, if they run apart.
    meetings: Vec<bool>,
    /// The current workgroup's place in the order of workgroups, and the current round of its schedule.
    place: u64,
    round: u32,
    /// The workgroups to run, by their places in the order.
    workgroups: Range<u64>,
    /// The place of the next workgroup to begin, and the number of workgroups that have finished.
    started: u64,
    finished: u64,
    grid_barrier: GridBarrier,
    begun: bool,
    /// The steps of warps, and the comparisons of the race detector.
    steps: u64,
    comparisons: u64,
    /// Number of changes of memory so far.
    changes: u64,
    standstill: Standstill,
    /// Steps of the workgroups before the current one.
    steps_before: u64,
    metrics: Metrics,
    /// Counters of the current workgroup, and of the first one.
    current: Metrics,
    first: Option<Metrics>,
    /// Workgroups with the same counters as the first, including it; `metrics` leaves them out until the end.
    like_first: u64,
    blocks_alike: bool,
    hazards: Hazards,
    reports: Reports,
    recorder: Option<Recorder>,
    trace: Option<Trace>,
    outcome: Option<Outcome>,
}

impl<'p> Execution<'p> {
    /// Checks that the dispatch fits the program, and creates its memory.
    ///
    /// # Errors
    /// Returns the size, override or buffer that does not fit, by name.
    pub fn new(program: &'p Program, dispatch: &Dispatch, options: &RunOptions) -> Result<Self, KernelError> {
        let [x, y, z] = dispatch.workgroups;
        let limits = if program.is_translated {
            MAX_BLOCKS
        } else {
            [MAX_WORKGROUPS_PER_DIMENSION; 3]
        };
        let mut counts = dispatch.workgroups.into_iter().zip(limits);
        if let Some((_, limit)) = counts.find(|(count, limit)| count > limit) {
            return Err(KernelError::WorkgroupCount { x, y, z, limit });
        }
        let launch = Launch::new(program, dispatch, &options.machine)?;
        let memories = launch::memories(program, dispatch, &launch)?;
        launch::check_waiting_workgroups(program, &launch)?;
        let width = options.machine.warp_width;
        let counters = Metrics {
            warp_width: width,
            statements: vec![StatementMetrics::default(); program.statements.len()],
            ..Metrics::default()
        };
        let hazards = Hazards::new(program, &memories, dispatch.workgroup_count(), options.findings, width);
        let hazards = match options.scheduling {
            Scheduling::Lockstep => hazards.in_lockstep(program, width),
            Scheduling::Independent => hazards,
        };
        let empty = dispatch.workgroup_count() == 0;
        let meetings = meetings(program);
        Ok(Execution {
            program,
            options: options.clone(),
            memories,
            gangs: Gangs::new(launch.invocations),
            // Parts of all warps go together where nothing makes the warps take turns.
            together: options.seed == 0
                && (options.scheduling == Scheduling::Lockstep || !program.may_wait && !meetings.contains(&true)),
            meetings,
            place: 0,
            round: 0,
            workgroups: 0..dispatch.workgroup_count(),
            started: 0,
            finished: 0,
            grid_barrier: GridBarrier::default(),
            begun: false,
            steps: 0,
            comparisons: 0,
            changes: 0,
            standstill: Standstill::new(),
            steps_before: 0,
            metrics: counters.clone(),
            current: counters,
            first: None,
            like_first: 0,
            blocks_alike: true,
            hazards,
            reports: Reports::default(),
            recorder: None,
            trace: None,
            outcome: empty.then_some(Outcome::Completed),
            launch,
        })
    }

    /// Runs only a part of the workgroups.
    pub(super) fn only(mut self, part: Range<u64>) -> Self {
        self.started = part.start;
        self.workgroups = part;
        self
    }

    /// Returns true if nothing was found so far, and nothing has stopped the run.
    pub(super) fn is_clean(&self) -> bool {
        self.hazards.is_clean() && matches!(self.outcome, None | Some(Outcome::Completed))
    }

    /// Returns the steps so far, which the budget limits. Comparisons of accesses count as steps.
    pub(super) fn work(&self) -> u64 {
        self.steps + self.comparisons / COMPARISONS_OF_A_STEP
    }

    /// Returns the words of buffers that were accessed so far.
    pub(super) fn footprint(&self) -> Footprint {
        self.hazards.footprint()
    }

    /// Adds the workgroups of the next part, which is finished and clean, and has this footprint.
    pub(super) fn take(&mut self, mut part: Execution<'_>, footprint: &Footprint) {
        footprint.copy_written(&part.memories, &mut self.memories);
        self.metrics.add(&part.metrics);
        match (&self.first, &part.first) {
            (Some(first), Some(other)) if first != other => {
                self.metrics.add(&other.times(part.like_first));
                self.blocks_alike = false;
            }
            _ => self.like_first += part.like_first,
        }
        self.blocks_alike &= part.blocks_alike;
        self.steps += part.steps;
        self.comparisons += part.comparisons;
        self.finished += part.finished;
        self.trace = self.trace.take().or(part.trace.take());
    }

    /// Watches a word of a buffer, by the buffer's index in the dispatch; [`Execution::stored_by`] tells who stored it.
    pub fn watch(&mut self, buffer: usize, word: u32) {
        let memory = self.launch.buffer_order.get(buffer).copied().flatten();
        if let Some(memory) = memory {
            self.hazards.watch(memory as u32, word);
        }
    }

    /// Returns the last workgroup that stored the watched word, if one did.
    pub fn stored_by(&self) -> Option<u32> {
        self.hazards.stored_by()
    }

    /// Executes at least `steps` statements (whole rounds), unless the run ends before.
    pub fn advance(&mut self, steps: u64) -> Progress {
        let until = self.work().saturating_add(steps);
        while self.outcome.is_none() && self.work() < until {
            self.advance_workgroup(until);
        }
        Progress {
            workgroups_done: self.finished,
            workgroups: self.workgroups.end - self.workgroups.start,
            finished: self.outcome.is_some(),
        }
    }

    /// Returns the linear index of the current workgroup. Seeds other than 0 change the order of workgroups, too, unless a
    /// barrier may stop the run in one of them: then the order would decide what the others come to.
    fn index(&self) -> u64 {
        self.index_of(self.place)
    }

    fn index_of(&self, place: u64) -> u64 {
        if !self.program.separations.is_empty() {
            return place;
        }
        schedule::workgroup_at(self.options.seed, place, self.launch.workgroup_count())
    }

    fn advance_workgroup(&mut self, until: u64) {
        if !self.begun {
            self.begin_workgroup();
        }
        let (index, before) = (self.index(), self.work());
        let mut context = Context {
            program: self.program,
            machine: &self.options.machine,
            memories: &mut self.memories,
            metrics: &mut self.current,
            hazards: &mut self.hazards,
            reports: &mut self.reports,
            recorder: self.recorder.as_mut(),
            predication: self.options.predication,
            scheduling: self.options.scheduling,
            barrier_rule: self.options.barrier_rule,
            meetings: &self.meetings,
            invocations: self.launch.invocations,
            workgroup: index as u32,
            round: self.round,
            seed: self.options.seed,
            unset: self.options.unset_word(),
            changes: self.changes,
            standstill: &mut self.standstill,
        };
        let budget = until.min(self.options.step_budget).saturating_sub(before);
        let (turn, steps) = self.gangs.rounds(&mut context, budget);
        self.round = context.round;
        self.changes = context.changes;
        self.steps += steps;
        self.comparisons += self.hazards.take_comparisons();
        match turn {
            Turn::Running if self.work() < self.options.step_budget => return,
            Turn::AtGridBarrier if self.work() < self.options.step_budget => {
                return self.suspend_workgroup();
            }
            Turn::Running | Turn::AtGridBarrier => {
                self.outcome = Some(Outcome::BudgetExhausted {
                    line: self.line_without_end(),
                    steps: self.work(),
                });
            }
            Turn::AtStandstill => {
                // Another workgroup may change what this one waits for.
                let Some(line) = self.gangs.line_of_standstill(self.program, &mut self.hazards) else {
                    return;
                };
                self.outcome = Some(Outcome::Faulted(Fault::IdleLoop { line }));
            }
            Turn::Finished => {}
            Turn::Faulted(fault) => self.outcome = Some(Outcome::Faulted(fault)),
        }
        self.end_workgroup();
    }

    /// Returns the line of the loop that used up the budget, or else of the statement that a warp is at.
    #[inline(never)]
    fn line_without_end(&mut self) -> u32 {
        // A dispatch of many short workgroups has no loop to blame.
        let steps = self.work() - self.steps_before;
        let hazards = (steps >= self.options.step_budget / 2).then_some(&mut self.hazards);
        self.gangs.line_without_end(self.program, hazards)
    }

    #[inline(never)]
    fn begin_workgroup(&mut self) {
        self.begun = true;
        self.steps_before = self.work();
        self.standstill = Standstill::new();
        if let Some(suspended) = self.grid_barrier.next() {
            return self.resume_workgroup(suspended);
        }
        self.place = self.started;
        self.started += 1;
        self.round = 0;
        let index = self.index();
        let id = self.launch.workgroup_id(index);
        let unset = self.options.unset_word();
        let machine = &self.options.machine;
        for (memory, binding) in self.memories.iter_mut().zip(&self.program.bindings) {
            if binding.slot.is_none() {
                memory.words.fill(unset);
            }
        }
        let traced = self.options.traced.map(u64::from) == Some(index);
        let together = self.together && !traced;
        self.gangs.begin(self.program, &self.launch, machine, (id, together));
        self.hazards.begin_workgroup(index as u32, self.launch.invocations);
        self.current.workgroups = 1;
        self.current.warps = u64::from(self.launch.warps);
        if traced {
            let header = Header {
                warp_width: machine.warp_width,
                warps: self.launch.warps,
                invocations: self.launch.invocations,
                workgroup_size: self.launch.workgroup_size,
                workgroup_id: id,
                line_bytes: machine.line_bytes,
                sector_bytes: machine.sector_bytes,
            };
            self.recorder = Some(Recorder::new(
                self.program,
                header,
                (self.options.trace_budget, self.options.trace_bytes),
                (self.options.unset == Unset::Undefined).then_some(unset),
            ));
        }
    }

    #[inline(never)]
    fn end_workgroup(&mut self) {
        self.begun = false;
        self.finished += 1;
        self.hazards.end_workgroup();
        self.note_turns();
        if let Some(recorder) = self.recorder.take() {
            self.trace = Some(recorder.finish(self.program, &self.memories));
        }
        // Workgroups mostly have equal counters, and a comparison is faster than an addition.
        match &self.first {
            None => {
                self.first = Some(self.current.clone());
                self.like_first = 1;
            }
            Some(first) if *first == self.current => self.like_first += 1,
            Some(_) => {
                self.blocks_alike = false;
                self.metrics.add(&self.current);
            }
        }
        self.current.reset();
        self.meet_at_grid_barrier();
        if self.finished == self.workgroups.end - self.workgroups.start {
            self.outcome.get_or_insert(Outcome::Completed);
        } else if self.work() >= self.options.step_budget {
            self.outcome.get_or_insert(Outcome::BudgetExhausted {
                line: self.program.line_of(0),
                steps: self.work(),
            });
        }
    }

    /// Notes if the warps of the current workgroup had to take turns: those of the next will have to as well.
    fn note_turns(&mut self) {
        let has_parts = self.options.scheduling == Scheduling::Independent;
        self.together &= self.recorder.is_some() || has_parts || self.gangs.count() == 1;
    }

    /// Sets the current workgroup aside, because it waits at a barrier of the grid.
    fn suspend_workgroup(&mut self) {
        self.begun = false;
        self.note_turns();
        let mut recorder = self.recorder.take();
        if let Some(recorder) = &mut recorder {
            recorder.suspend(self.program, &self.memories);
        }
        let metrics = self.current.clone();
        self.current.reset();
        let suspended = Suspended {
            place: self.place,
            gangs: std::mem::replace(&mut self.gangs, Gangs::new(self.launch.invocations)),
            workgroup_memory: self.swap_workgroup_memory(Vec::new()),
            round: self.round,
            metrics,
            recorder,
            written: self.hazards.suspend_workgroup(),
        };
        self.grid_barrier.waiting.push(suspended);
        self.meet_at_grid_barrier();
    }

    /// Continues a workgroup that was set aside.
    fn resume_workgroup(&mut self, suspended: Suspended) {
        self.place = suspended.place;
        self.gangs = suspended.gangs;
        self.round = suspended.round;
        self.current = suspended.metrics;
        self.swap_workgroup_memory(suspended.workgroup_memory);
        self.recorder = suspended.recorder;
        if let Some(recorder) = &mut self.recorder {
            recorder.resume(&self.memories);
        }
        let index = self.index() as u32;
        self.hazards
            .resume_workgroup(index, self.launch.invocations, &suspended.written);
    }

    /// Replaces the contents of workgroup memory, and returns the old ones. Variables without new contents are not set.
    fn swap_workgroup_memory(&mut self, contents: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
        let mut contents = contents.into_iter();
        let unset = self.options.unset_word();
        let bindings = self.memories.iter_mut().zip(&self.program.bindings);
        bindings
            .filter(|(_, binding)| binding.slot.is_none())
            .map(|(memory, _)| {
                let new = contents.next();
                let new = new.unwrap_or_else(|| vec![unset; memory.words.len()]);
                std::mem::replace(&mut memory.words, new)
            })
            .collect()
    }

    /// Opens the barrier of the grid once every workgroup waits there. If some have finished instead, it never opens, and
    /// the run ends.
    fn meet_at_grid_barrier(&mut self) {
        let waiting = self.grid_barrier.waiting.len() as u64;
        let all = self.launch.workgroup_count();
        if waiting == 0 || self.started < all || !self.grid_barrier.all_continued() {
            return;
        }
        if waiting == all {
            self.hazards.grid_barrier_opened();
            self.grid_barrier.open();
            return;
        }
        let first = &self.grid_barrier.waiting[0];
        let statement = first.gangs.statement();
        let finished = all - waiting;
        let place = (statement, self.index_of(first.place) as u32);
        self.hazards.grid_deadlocked(self.program, place, (waiting, finished));
        self.outcome.get_or_insert(Outcome::Faulted(Fault::GridDeadlock {
            line: self.program.line_of(statement),
            waiting,
            finished,
        }));
    }

    /// Removes a complete part of the trace, so that it need not be held until the run ends. The trace of the run needs
    /// it back ([`Trace::put_parts`]).
    pub fn take_trace_part(&mut self) -> Option<TracePart> {
        match &mut self.recorder {
            Some(recorder) => recorder.take_part(),
            None => self.trace.as_mut().and_then(Trace::take_part),
        }
    }

    /// Returns the result so far. It is complete once `advance` reports that the run is finished.
    pub fn finish(mut self) -> Run {
        if self.begun {
            self.end_workgroup();
        }
        // Workgroups that still wait count as far as they came.
        self.grid_barrier.open();
        while let Some(suspended) = self.grid_barrier.next() {
            self.resume_workgroup(suspended);
            self.end_workgroup();
        }
        if let Some(first) = &self.first {
            self.metrics.add(&first.times(self.like_first));
        }
        let steps = self.work();
        let separations = match self.options.barrier_rule {
            BarrierRule::AllLanes => &self.program.separations[..],
            BarrierRule::RemainingLanes => &[],
        };
        let findings = self
            .hazards
            .into_findings(self.program, &self.metrics, &self.memories, separations);
        let buffers = self.launch.buffer_order.iter().map(|&memory| match memory {
            Some(memory) => std::mem::take(&mut self.memories[memory].words),
            None => Vec::new(),
        });
        Run {
            steps,
            outcome: self
                .outcome
                .take()
                .unwrap_or(Outcome::BudgetExhausted { line: 0, steps }),
            buffers: buffers.collect(),
            metrics: self.metrics,
            blocks_alike: self.blocks_alike,
            findings,
            reports: self.reports,
            trace: self.trace,
        }
    }
}

/// Runs a dispatch to its end in one call.
///
/// # Errors
/// The same as [`Execution::new`].
pub fn run(program: &Program, dispatch: &Dispatch, options: &RunOptions) -> Result<Run, KernelError> {
    let mut execution = Execution::new(program, dispatch, options)?;
    while !execution.advance(u64::MAX).finished {}
    Ok(execution.finish())
}
