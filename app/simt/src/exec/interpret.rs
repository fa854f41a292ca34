//! Executes statements of a gang: the machine's only `match` over instructions.
//!
//! All but the smallest instructions are in functions that are not inlined here. A browser keeps few variables of a
//! long function in registers, and optimizes a function as a whole while the page draws: for a function of fifty
//! kilobytes this took a tenth of a second and more.

use super::barrier_rule::BarrierRule;
use super::fragment::Scheduling;
use super::gang::{Frame, Gang, State};
use super::standstill::Standstill;
use crate::hazard::{Hazards, Place};
use crate::lanes::{Activity, Mask, shared_runs};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::metrics::Metrics;
use crate::program::Reports;
use crate::program::{Access, Op, Program, Register};
use crate::trace::{Recorder, Writer};
use wgsl::Stored;

/// The state of the run that the gangs of a workgroup share.
pub(crate) struct Context<'a> {
    pub(crate) program: &'a Program,
    pub(crate) machine: &'a Machine,
    pub(crate) memories: &'a mut [Memory],
    pub(crate) metrics: &'a mut Metrics,
    pub(crate) hazards: &'a mut Hazards,
    pub(crate) reports: &'a mut Reports,
    pub(crate) recorder: Option<&'a mut Recorder>,
    /// Masks short branches instead of branching.
    pub(crate) predication: bool,
    pub(crate) scheduling: Scheduling,
    pub(crate) barrier_rule: BarrierRule,
    /// True for each statement at which the parts of a warp meet, if they run apart.
    pub(crate) meetings: &'a [bool],
    /// Number of invocations of a workgroup, linear index of the current workgroup, and current round of its schedule.
    pub(crate) invocations: u32,
    pub(crate) workgroup: u32,
    pub(crate) round: u32,
    /// Seed of the order in which warps take turns.
    pub(crate) seed: u64,
    /// The word that nobody has set.
    pub(crate) unset: u32,
    /// Number of stores, and of atomic operations that changed a word.
    pub(crate) changes: u64,
    pub(crate) standstill: &'a mut Standstill,
}

/// The reason why `statements` returned.
pub(crate) enum Ended {
    Ready,
    Arrived,
    Finished,
    /// The warps of the gang must take turns from here on.
    Split,
    /// Some lanes of the warp have left the others, and run apart from here on.
    Forked,
    /// The lanes are at the end of a loop that they can never leave.
    Idle,
}

/// Where the first instruction stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// Before a statement.
    Statement,
    /// Within a statement that has begun.
    Within,
}

/// Backward jumps inside one statement after which the schedule gets its turn anyway.
const MAX_JUMPS: u64 = 256;
/// Iterations of a loop after which a gang with atomic operations is split into warps, if some of its warps are not in the
/// loop: those that are may wait for the others.
const PATIENCE: u32 = 1000;

impl Context<'_> {
    /// Executes statements until `budget` steps of single warps are taken, at least one. Returns the reason why it
    /// stopped, and the steps taken.
    pub(crate) fn statements<const W: usize>(&mut self, gang: &mut Gang<W>, budget: u64) -> (Ended, u64) {
        self.execute(gang, budget, Start::Statement)
    }

    /// Executes the rest of a statement.
    pub(crate) fn finish_statement<const W: usize>(&mut self, gang: &mut Gang<W>) -> Ended {
        self.execute(gang, 0, Start::Within).0
    }

    fn execute<const W: usize>(&mut self, gang: &mut Gang<W>, budget: u64, from: Start) -> (Ended, u64) {
        let mut begun = from == Start::Within;
        let (mut steps, mut jumps) = (0, 0);
        let (mut instructions, mut thread_instructions) = (0_u64, 0_u64);
        macro_rules! count {
            () => {
                instructions += u64::from(gang.active.warps);
                thread_instructions += u64::from(gang.active.lanes);
            };
        }
        let program = self.program;
        let ended = loop {
            let position = gang.at;
            let op = &program.ops[position];
            gang.at = position + 1;
            match *op {
                Op::Statement { statement } => {
                    if begun {
                        // A part of a warp ends its step here, while the trace still has that step open.
                        if self.scheduling == Scheduling::Independent && gang.active.mask != gang.alive {
                            gang.at = position;
                            break Ended::Forked;
                        }
                        if steps >= budget {
                            gang.at = position;
                            break Ended::Ready;
                        }
                    }
                    if gang.must_meet(self.meetings[statement as usize], position) {
                        gang.at = position;
                        gang.state = State::Meeting;
                        break Ended::Arrived;
                    }
                    begun = true;
                    jumps = 0;
                    steps += u64::from(gang.active.warps);
                    gang.statement = statement;
                    let metrics = &mut self.metrics.statements[statement as usize];
                    metrics.executions += u64::from(gang.active.warps);
                    metrics.active_lanes += u64::from(gang.active.lanes);
                    if let Some(recorder) = &mut self.recorder {
                        let mask = gang.active.mask.warp(0, gang.warp_width);
                        recorder.begin_step(gang.first_warp, statement, mask, self.round);
                    }
                }
                Op::Within => {}
                Op::Unary { function, to, a } => {
                    count!();
                    gang.unary(function, to, a);
                }
                Op::Binary { function, to, a, b } => {
                    count!();
                    gang.binary(function, to, a, b);
                }
                Op::Ternary { function, to, a, b, c } => {
                    count!();
                    gang.ternary(function, to, [a, b, c]);
                }
                Op::Copy { to, from } => {
                    count!();
                    gang.copy(to, from);
                }
                Op::Set { to, from } => {
                    count!();
                    gang.assign(to, from);
                }
                Op::Assign { variable, to, from } => {
                    count!();
                    gang.assign(to, from);
                    if self.recorder.is_some() {
                        let first = self.program.variables[variable as usize].register;
                        self.record_variable(gang, variable, to.0 - first.0, from);
                    }
                }
                Op::Name { variable, word, from } => self.record_variable(gang, variable, word, from),
                Op::Gather {
                    to,
                    base,
                    index,
                    words,
                    bytes,
                } => {
                    count!();
                    self.count_local(gang, Access::Load, bytes);
                    self.gather(gang, to, base, index, words);
                }
                Op::Scatter {
                    variable,
                    from,
                    base,
                    index,
                    words,
                    bytes,
                } => {
                    count!();
                    self.count_local(gang, Access::Store, bytes);
                    self.scatter(gang, variable, from, base, index, words);
                }
                Op::Element {
                    to,
                    base,
                    index,
                    length,
                    stride,
                    memory,
                } => {
                    count!();
                    self.element(gang, to, [base, index, length], stride, memory);
                }
                // Buffer lengths are known before the dispatch: the prologue computes them.
                Op::ArrayLength { .. } | Op::ImageSize { .. } => {}
                Op::Load { to, reach } => {
                    count!();
                    if reach.stored == Stored::Word {
                        self.load(gang, to, reach);
                    } else {
                        self.load_narrow(gang, to, reach);
                    }
                }
                Op::Store { from, reach } => {
                    count!();
                    if reach.stored == Stored::Word {
                        self.store(gang, from, reach);
                    } else {
                        self.store_narrow(gang, from, reach);
                    }
                }
                Op::Atomic { .. } | Op::Shuffle { .. } | Op::Combine { .. } | Op::Ballot { .. } => {
                    count!();
                    self.collective(gang, *op);
                }
                Op::If {
                    condition,
                    otherwise,
                    hidden,
                    short,
                } => {
                    let saved = gang.active;
                    let (taken, other) = gang.parted(condition);
                    let next = if other.is_empty() { saved } else { gang.activity(taken) };
                    let mut split = !next.is_empty() && next.lanes < saved.lanes;
                    if hidden {
                        split = false;
                    } else {
                        count!();
                        match short {
                            Some([accept, reject]) if self.predication => {
                                // The instruction is issued for every warp; lanes of the other side are masked.
                                let waiting = warps(&other, gang);
                                instructions += u64::from(accept) * u64::from(saved.warps - next.warps)
                                    + u64::from(reject) * u64::from(saved.warps - waiting);
                                split = false;
                            }
                            _ => self.branch(gang, split, &taken, &other),
                        }
                    }
                    gang.frames.push(Frame::Branch {
                        saved,
                        other,
                        resume: otherwise,
                        split,
                    });
                    gang.activate(program, next, position + 1);
                }
                Op::Else { end } => {
                    let mut next = Mask::NONE;
                    if let Some(Frame::Branch { other, resume, .. }) = gang.frames.last_mut() {
                        next = std::mem::replace(other, Mask::NONE);
                        *resume = end;
                    }
                    let next = gang.activity(next);
                    gang.activate(program, next, position + 1);
                }
                Op::EndIf => {
                    if let Some(Frame::Branch { saved, split, .. }) = gang.frames.pop() {
                        self.reconverge(split, &saved);
                        gang.activate(program, saved, position + 1);
                    }
                }
                Op::Loop { number, continuing } => {
                    gang.frames.push(Frame::Loop {
                        entry: gang.active,
                        continued: Mask::NONE,
                        number,
                        iteration: 0,
                        continuing,
                        resume: continuing,
                    });
                }
                Op::Iterate => {
                    if let Some(Frame::Loop { iteration, number, .. }) = gang.frames.last_mut() {
                        *iteration += 1;
                        let may_wait = *iteration == PATIENCE && self.program.may_wait;
                        // Parts of a warp can be in different iterations, and the trace has one for each warp.
                        gang.has_own_iterations |= gang.is_part;
                        if !gang.has_own_iterations
                            && let Some(writer) = self.writer()
                        {
                            writer.iterate(*number, *iteration);
                        }
                        // The lanes of one warp stay in lockstep, but warps can continue independently.
                        if may_wait && gang.active.warps < gang.activity(gang.alive).warps {
                            break Ended::Split;
                        }
                    }
                }
                Op::Continuing { end } => {
                    let mut next = gang.active;
                    if let Some(Frame::Loop { continued, resume, .. }) = gang.frames.last_mut() {
                        let back = std::mem::replace(continued, Mask::NONE);
                        *resume = end;
                        if !back.is_empty() {
                            next = gang.activity(next.mask.or(&back));
                        }
                    }
                    gang.activate(program, next, position + 1);
                }
                Op::BreakIf { condition, leave } => {
                    count!();
                    if condition.is_uniform() {
                        // All stay or all leave.
                        let warps = u64::from(gang.active.warps);
                        self.metrics.branch += warps;
                        self.metrics.statements[gang.statement as usize].branches += warps;
                        if (gang.value(condition, 0) != 0) == leave {
                            gang.activate(program, Activity::NONE, position + 1);
                        }
                        continue;
                    }
                    let (stay, left) = match (leave, gang.parted(condition)) {
                        (true, (left, stay)) | (false, (stay, left)) => (stay, left),
                    };
                    let next = if left.is_empty() {
                        gang.active
                    } else {
                        gang.activity(stay)
                    };
                    let split = !next.is_empty() && next.lanes < gang.active.lanes;
                    self.branch(gang, split, &stay, &left);
                    gang.activate(program, next, position + 1);
                }
                Op::EndLoop { body, idle } => {
                    if gang.active.is_empty() {
                        if let Some(Frame::Loop { entry, .. }) = gang.frames.pop() {
                            gang.activate(program, entry, position + 1);
                        }
                    } else if idle {
                        break Ended::Idle;
                    } else {
                        if let Some(Frame::Loop { continuing, resume, .. }) = gang.frames.last_mut() {
                            *resume = *continuing;
                        }
                        gang.at = body as usize;
                        jumps += 1;
                        steps += 1;
                        if jumps >= MAX_JUMPS {
                            break Ended::Ready;
                        }
                    }
                }
                Op::Break | Op::Continue | Op::Switch { .. } | Op::Return => {
                    count!();
                    self.exit(gang, *op);
                }
                Op::Case { .. } | Op::EndSwitch | Op::Enter { .. } | Op::Leave => {
                    self.exit(gang, *op);
                }
                Op::Barrier { kind } => {
                    // The schedule finds out which of the warps wait and which continue.
                    if gang.active.mask != gang.alive && gang.warps() > 1 {
                        gang.at = position;
                        break Ended::Split;
                    }
                    count!();
                    let waits = u64::from(gang.active.warps);
                    self.metrics.barrier_waits += waits;
                    self.metrics.statements[gang.statement as usize].barrier_waits += waits;
                    if let Some(writer) = self.writer() {
                        writer.arrive(kind);
                    }
                    gang.state = State::Waiting {
                        statement: gang.statement,
                    };
                    break Ended::Arrived;
                }
                Op::Meet { mask } => {
                    count!();
                    self.meet(gang, mask);
                }
                // A GPU in a browser executes nothing here.
                Op::Report { mark } => self.report(gang, mark),
                Op::Tell { from } => self.tell(gang, from),
                Op::CompareMask { mask } => self.compare_masks(gang, mask),
                Op::Check { check, operation, a, b } => self.check(gang, check, operation, [a, b]),
                // The check before it has read it.
                Op::Where { .. } => {}
                Op::End => {
                    let rest = gang.alive;
                    gang.at_end = rest;
                    self.finish_lanes(gang, &rest);
                    gang.state = State::Finished;
                    break Ended::Finished;
                }
            }
        };
        self.metrics.instructions += instructions;
        self.metrics.thread_instructions += thread_instructions;
        (ended, steps.max(1))
    }

    /// Returns the writer of the trace, if a trace is recorded.
    pub(crate) fn writer(&mut self) -> Option<&mut Writer> {
        self.recorder.as_mut().and_then(|recorder| recorder.open())
    }

    #[inline(never)]
    pub(crate) fn finish_lanes<const W: usize>(&mut self, gang: &mut Gang<W>, lanes: &Mask<W>) {
        gang.alive = gang.alive.without(lanes);
        if !lanes.is_empty()
            && let Some(writer) = self.writer()
        {
            writer.finish_lanes(lanes.warp(0, gang.warp_width));
        }
    }

    /// Counts a branch of each active warp, and a divergent branch of each warp whose lanes take both sides.
    #[inline(never)]
    fn branch<const W: usize>(&mut self, gang: &Gang<W>, split: bool, first: &Mask<W>, waiting: &Mask<W>) {
        let warps = u64::from(gang.active.warps);
        let statement = &mut self.metrics.statements[gang.statement as usize];
        self.metrics.branch += warps;
        statement.branches += warps;
        if split {
            let divergent = divergent_warps(gang, first, waiting);
            self.metrics.divergent_branch += divergent;
            statement.divergent_branches += divergent;
            if let Some(writer) = self.writer() {
                let width = gang.warp_width;
                writer.diverge(first.warp(0, width), waiting.warp(0, width));
            }
        }
    }

    pub(crate) fn reconverge<const W: usize>(&mut self, split: bool, activity: &Activity<W>) {
        if split && let Some(writer) = self.writer() {
            writer.reconverge(activity.mask.warp(0, u64::BITS));
        }
    }

    #[inline(never)]
    fn record_variable<const W: usize>(&mut self, gang: &Gang<W>, variable: u32, word: u32, from: Register) {
        if let Some(recorder) = &mut self.recorder {
            let mut values = [0; 64];
            let mask = gang.active.mask.warp(0, gang.warp_width);
            gang.collect(from, 0, mask, &mut values);
            let values = &values[..mask.count() as usize];
            recorder.assign(gang.first_warp, variable, word, mask, values);
        }
    }

    /// Returns the place of the current instruction, with these lanes of the gang.
    pub(crate) fn place<const W: usize>(&self, gang: &Gang<W>, lanes: &Mask<W>) -> Place {
        Place {
            op: gang.at as u32 - 1,
            statement: gang.statement,
            invocation: gang.first_invocation() + lanes.first_lane(),
            lanes: lanes.count(),
        }
    }
}

/// Returns the number of warps with a lane in `mask`.
fn warps<const W: usize>(mask: &Mask<W>, gang: &Gang<W>) -> u32 {
    gang.activity(*mask).warps
}

/// Returns the number of warps with lanes in both masks.
fn divergent_warps<const W: usize>(gang: &Gang<W>, a: &Mask<W>, b: &Mask<W>) -> u64 {
    gang.active
        .span()
        .map(|word| {
            let (a, b) = (a.words()[word], b.words()[word]);
            u64::from(shared_runs(a, b, gang.warp_width))
        })
        .sum()
}
