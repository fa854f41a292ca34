//! A run: a program over a dispatch, a slice of steps at a time, so that the caller can show progress and stop.

use crate::dispatch::{Dispatch, MAX_WORKGROUPS_PER_DIMENSION};
use crate::error::KernelError;
use crate::finding::Finding;
use crate::hazard::Hazards;
use crate::interpret::Context;
use crate::launch::{self, Launch};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::metrics::{Metrics, StatementMetrics};
use crate::program::Program;
use crate::recorder::{Header, Recorder};
use crate::schedule::{self, Turn};
use crate::trace::Trace;
use crate::warp::{State, Warp};
use serde::{Deserialize, Serialize};

/// What to run with besides program and dispatch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunOptions {
    pub machine: Machine,
    /// The workgroup (by linear index, x first) whose trace is kept; `None` keeps none.
    pub traced: Option<u32>,
    /// Statements of single warps the whole run may take before it is cut off.
    pub step_budget: u64,
    /// Steps the trace may hold before it stops growing.
    pub trace_budget: usize,
    /// Whether to look for races and the like; bounds and barriers are always checked.
    pub findings: bool,
    /// The order in which warps take turns: 0 is round-robin, others shuffle it.
    pub seed: u64,
}

impl Default for RunOptions {
    fn default() -> Self {
        RunOptions {
            machine: Machine::default(),
            traced: Some(0),
            step_budget: 2_000_000_000,
            trace_budget: 1_000_000,
            findings: true,
            seed: 0,
        }
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    Completed,
    /// Stopped inside the kernel; the trace so far stands.
    Faulted(Fault),
    /// The step budget was used up: most likely a loop without end, at this line.
    BudgetExhausted {
        line: u32,
        steps: u64,
    },
}

/// Something after which the workgroup cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum Fault {
    /// Warps wait at different barriers, none of which can open.
    #[error(
        "warp {warp} waits at the barrier of line {line}, warp {other_warp} at the one of line {other_line}"
    )]
    Deadlock {
        warp: u32,
        line: u32,
        other_warp: u32,
        other_line: u32,
    },
}

/// How far a run has come.
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
    pub metrics: Metrics,
    /// True where every workgroup that ran had the same counters.
    pub blocks_alike: bool,
    pub findings: Vec<Finding>,
    pub trace: Option<Trace>,
    /// The buffers afterwards, in the order of the dispatch, as little-endian words.
    pub buffers: Vec<Vec<u32>>,
}

/// A run in progress.
#[derive(Debug)]
pub struct Execution<'p> {
    program: &'p Program,
    options: RunOptions,
    launch: Launch,
    memories: Vec<Memory>,
    warps: Vec<Warp>,
    /// Index of the workgroup that runs now, and the round of its schedule.
    workgroup: u64,
    round: u32,
    begun: bool,
    steps: u64,
    /// Those of the workgroups before.
    steps_before: u64,
    metrics: Metrics,
    /// Counters of the workgroup that runs now, and of the first one.
    current: Metrics,
    first: Option<Metrics>,
    blocks_alike: bool,
    hazards: Hazards,
    recorder: Option<Recorder>,
    trace: Option<Trace>,
    outcome: Option<Outcome>,
}

impl<'p> Execution<'p> {
    /// Checks that the dispatch fits the program and makes its memory.
    ///
    /// # Errors
    /// A size, an override or a buffer that does not fit, by name.
    pub fn new(
        program: &'p Program,
        dispatch: &Dispatch,
        options: &RunOptions,
    ) -> Result<Self, KernelError> {
        let [x, y, z] = dispatch.workgroups;
        if [x, y, z]
            .iter()
            .any(|&count| count > MAX_WORKGROUPS_PER_DIMENSION)
        {
            return Err(KernelError::WorkgroupCount {
                x,
                y,
                z,
                limit: MAX_WORKGROUPS_PER_DIMENSION,
            });
        }
        let launch = Launch::new(program, dispatch, &options.machine)?;
        let memories = launch::memories(program, dispatch, &launch)?;
        let width = options.machine.warp_width;
        let warps = (0..launch.warps)
            .map(|number| Warp::new(number, program.lane_registers, width))
            .collect();
        let counters = Metrics {
            warp_width: width,
            statements: vec![StatementMetrics::default(); program.statements.len()],
            ..Metrics::default()
        };
        let hazards = Hazards::new(
            program,
            &memories,
            dispatch.workgroup_count(),
            options.findings,
        );
        let empty = dispatch.workgroup_count() == 0;
        Ok(Execution {
            program,
            options: options.clone(),
            memories,
            warps,
            workgroup: 0,
            round: 0,
            begun: false,
            steps: 0,
            steps_before: 0,
            metrics: counters.clone(),
            current: counters,
            first: None,
            blocks_alike: true,
            hazards,
            recorder: None,
            trace: None,
            outcome: empty.then_some(Outcome::Completed),
            launch,
        })
    }

    /// Executes at least `steps` statements (whole rounds) unless the run ends before.
    pub fn advance(&mut self, steps: u64) -> Progress {
        let until = self.steps.saturating_add(steps);
        while self.outcome.is_none() && self.steps < until {
            self.advance_workgroup(until);
        }
        Progress {
            workgroups_done: self.workgroup,
            workgroups: self.launch.workgroup_count(),
            finished: self.outcome.is_some(),
        }
    }

    fn advance_workgroup(&mut self, until: u64) {
        if !self.begun {
            self.begin_workgroup();
        }
        let mut context = Context {
            program: self.program,
            machine: &self.options.machine,
            memories: &mut self.memories,
            metrics: &mut self.current,
            hazards: &mut self.hazards,
            recorder: self.recorder.as_mut(),
            invocations: self.launch.invocations,
            workgroup: self.workgroup as u32,
            round: self.round,
            seed: self.options.seed,
        };
        while self.steps < until {
            let (turn, steps) = schedule::round(&mut context, &mut self.warps);
            self.steps += steps;
            context.round += 1;
            match turn {
                Turn::Running if self.steps >= self.options.step_budget => {
                    let line = self.line_without_end();
                    self.outcome = Some(Outcome::BudgetExhausted {
                        line,
                        steps: self.steps,
                    });
                }
                Turn::Running => continue,
                Turn::Finished => {}
                Turn::Faulted(fault) => self.outcome = Some(Outcome::Faulted(fault)),
            }
            self.end_workgroup();
            return;
        }
        self.round = context.round;
    }

    /// The line of the loop that used up the budget, or else of the statement that a warp is at.
    fn line_without_end(&mut self) -> u32 {
        // A dispatch that is merely long is no loop without end.
        let own = self.steps - self.steps_before;
        let width = self.options.machine.warp_width;
        let of_loop = (own >= self.options.step_budget / 2)
            .then(|| {
                self.hazards
                    .budget_exhausted(self.program, &self.warps, width)
            })
            .flatten();
        let statement = || {
            let warp = self.warps.iter().find(|warp| warp.state == State::Ready)?;
            self.program.statements.get(warp.statement as usize)
        };
        of_loop
            .or_else(|| statement().map(|statement| statement.line))
            .unwrap_or(0)
    }

    fn begin_workgroup(&mut self) {
        self.begun = true;
        self.steps_before = self.steps;
        self.round = 0;
        let id = self.launch.workgroup_id(self.workgroup);
        let machine = &self.options.machine;
        for (memory, binding) in self.memories.iter_mut().zip(&self.program.bindings) {
            if binding.slot.is_none() {
                memory.words.fill(0);
            }
        }
        for warp in &mut self.warps {
            warp.restart(
                self.launch.present(warp.number, machine.warp_width),
                &self.launch.uniforms,
            );
            self.launch
                .set_builtins(self.program, warp, id, machine.warp_width);
        }
        self.hazards
            .begin_workgroup(self.workgroup as u32, self.launch.invocations);
        self.current.workgroups = 1;
        self.current.warps = self.warps.len() as u64;
        if self.options.traced.map(u64::from) == Some(self.workgroup) {
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
                self.options.trace_budget,
            ));
        }
    }

    fn end_workgroup(&mut self) {
        self.begun = false;
        self.workgroup += 1;
        self.hazards.end_workgroup();
        if let Some(recorder) = self.recorder.take() {
            self.trace = Some(recorder.finish(self.program, &self.memories));
        }
        self.metrics.add(&self.current);
        match &self.first {
            None => self.first = Some(self.current.clone()),
            Some(first) => self.blocks_alike &= *first == self.current,
        }
        self.current.reset();
        if self.workgroup == self.launch.workgroup_count() {
            self.outcome.get_or_insert(Outcome::Completed);
        }
    }

    /// The result so far: complete once `advance` says the run is finished.
    pub fn finish(mut self) -> Run {
        if self.begun {
            self.end_workgroup();
        }
        let buffers = self.launch.buffer_order.iter().map(|&memory| match memory {
            Some(memory) => std::mem::take(&mut self.memories[memory].words),
            None => Vec::new(),
        });
        Run {
            outcome: self.outcome.take().unwrap_or(Outcome::BudgetExhausted {
                line: 0,
                steps: self.steps,
            }),
            buffers: buffers.collect(),
            metrics: self.metrics,
            blocks_alike: self.blocks_alike,
            findings: self.hazards.into_findings(self.program),
            trace: self.trace,
        }
    }
}

/// Runs to the end at once.
///
/// # Errors
/// As [`Execution::new`].
pub fn run(
    program: &Program,
    dispatch: &Dispatch,
    options: &RunOptions,
) -> Result<Run, KernelError> {
    let mut execution = Execution::new(program, dispatch, options)?;
    while !execution.advance(u64::MAX).finished {}
    Ok(execution.finish())
}
