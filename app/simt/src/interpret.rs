//! Executes one statement of one warp: the machine's only `match` over instructions.

use crate::arithmetic::Binary;
use crate::hazard::{Hazards, Place};
use crate::lanes::ActiveMask;
use crate::machine::Machine;
use crate::memory::Memory;
use crate::metrics::Metrics;
use crate::program::{Op, Program, Register};
use crate::recorder::Recorder;
use crate::vector::Apply;
use crate::warp::{Frame, Operand, State, Warp};

/// Everything a warp shares with the rest of the run.
pub(crate) struct Context<'a> {
    pub(crate) program: &'a Program,
    pub(crate) machine: &'a Machine,
    pub(crate) memories: &'a mut [Memory],
    pub(crate) metrics: &'a mut Metrics,
    pub(crate) hazards: &'a mut Hazards,
    pub(crate) recorder: Option<&'a mut Recorder>,
    /// Invocations of a workgroup, the index of this one, and the round of its schedule.
    pub(crate) invocations: u32,
    pub(crate) workgroup: u32,
    pub(crate) round: u32,
    /// Of the order in which warps take turns.
    pub(crate) seed: u64,
}

/// How a statement ended.
pub(crate) enum Ended {
    Ready,
    Arrived,
    Finished,
}

/// Jumps back inside one statement after which the schedule gets its turn all the same.
const MAX_JUMPS: u64 = 256;

impl Context<'_> {
    /// Executes up to the next statement; gives how it ended and how many steps of the budget it took.
    pub(crate) fn statement(&mut self, warp: &mut Warp) -> (Ended, u64) {
        let mut begun = false;
        let mut jumps = 0;
        let mut active_count = u64::from(warp.active.count());
        let (mut instructions, mut thread_instructions) = (0_u64, 0_u64);
        macro_rules! count {
            () => {
                instructions += 1;
                thread_instructions += active_count;
            };
        }
        // With no lane left the warp goes on where the innermost frame ends.
        macro_rules! activate {
            ($mask:expr, $next:expr) => {{
                warp.active = $mask;
                active_count = u64::from(warp.active.count());
                warp.at = if warp.active.is_empty() {
                    self.resume(warp)
                } else {
                    $next
                };
            }};
        }
        let ended = loop {
            let at = warp.at;
            let op = self.program.ops[at];
            warp.at = at + 1;
            match op {
                Op::Statement { statement } => {
                    if begun {
                        warp.at = at;
                        break Ended::Ready;
                    }
                    begun = true;
                    warp.statement = statement;
                    let metrics = &mut self.metrics.statements[statement as usize];
                    metrics.executions += 1;
                    metrics.active_lanes += active_count;
                    if let Some(recorder) = &mut self.recorder {
                        recorder.begin_step(warp.number, statement, warp.active, self.round);
                    }
                }
                Op::Unary { function, to, a } => {
                    count!();
                    if to.is_uniform() {
                        warp.uniforms[to.index()] = function.apply(warp.value(a, 0));
                    } else {
                        function.visit(Apply {
                            to,
                            operands: [warp.operand(a)],
                            warp,
                        });
                    }
                }
                Op::Binary { function, to, a, b } => {
                    count!();
                    if to.is_uniform() {
                        let value = function.apply(warp.value(a, 0), warp.value(b, 0));
                        warp.uniforms[to.index()] = value;
                    } else {
                        let (function, b) = function.cheaper(warp.operand(b));
                        function.visit(Apply {
                            to,
                            operands: [warp.operand(a), b],
                            warp,
                        });
                    }
                }
                Op::Ternary {
                    function,
                    to,
                    a,
                    b,
                    c,
                } => {
                    count!();
                    if to.is_uniform() {
                        let value =
                            function.apply(warp.value(a, 0), warp.value(b, 0), warp.value(c, 0));
                        warp.uniforms[to.index()] = value;
                    } else {
                        let operands = [a, b, c].map(|register| warp.operand(register));
                        function.visit(Apply { to, operands, warp });
                    }
                }
                Op::Copy { to, from } => {
                    count!();
                    warp.copy(to, from, ActiveMask(u64::MAX));
                }
                Op::Set { to, from } => {
                    count!();
                    warp.copy(to, from, warp.active);
                }
                Op::Assign { variable, to, from } => {
                    count!();
                    warp.copy(to, from, warp.active);
                    let word = to.0 - self.program.variables[variable as usize].register.0;
                    self.record_variable(warp, variable, word, from);
                }
                Op::Name {
                    variable,
                    word,
                    from,
                } => self.record_variable(warp, variable, word, from),
                Op::Gather {
                    to,
                    base,
                    index,
                    words,
                } => {
                    count!();
                    self.gather(warp, to, base, index, words);
                }
                Op::Scatter {
                    variable,
                    from,
                    base,
                    index,
                    words,
                } => {
                    count!();
                    self.scatter(warp, variable, from, base, index, words);
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
                    self.element(warp, to, [base, index, length], stride, memory);
                }
                // Lengths of buffers are known before the dispatch: the prologue has them.
                Op::ArrayLength { .. } => {}
                Op::Load {
                    to,
                    memory,
                    address,
                    offset,
                    words,
                } => {
                    count!();
                    self.load(warp, to, memory, address, offset, words);
                }
                Op::Store {
                    from,
                    memory,
                    address,
                    offset,
                    words,
                } => {
                    count!();
                    self.store(warp, from, memory, address, offset, words);
                }
                Op::Atomic { .. } | Op::Shuffle { .. } | Op::Combine { .. } | Op::Ballot { .. } => {
                    count!();
                    self.cooperate(warp, op);
                }
                Op::If {
                    condition,
                    otherwise,
                    hidden,
                } => {
                    let taken = warp.active.and(warp.holds(condition));
                    let other = warp.active.without(taken);
                    let split = !taken.is_empty() && !other.is_empty();
                    if !hidden {
                        count!();
                        self.branch(warp, split, taken, other);
                    }
                    warp.frames.push(Frame::Branch {
                        saved: warp.active,
                        other,
                        resume: otherwise,
                        split: split && !hidden,
                    });
                    activate!(taken, at + 1);
                }
                Op::Else { end } => {
                    let mut next = ActiveMask::NONE;
                    if let Some(Frame::Branch { other, resume, .. }) = warp.frames.last_mut() {
                        next = std::mem::take(other);
                        *resume = end;
                    }
                    activate!(next, at + 1);
                }
                Op::EndIf => {
                    if let Some(Frame::Branch { saved, split, .. }) = warp.frames.pop() {
                        self.reconverge(split, saved);
                        activate!(saved, at + 1);
                    }
                }
                Op::Loop { number, continuing } => {
                    let entry = warp.active;
                    let continued = ActiveMask::NONE;
                    warp.frames.push(Frame::Loop {
                        entry,
                        continued,
                        number,
                        iteration: 0,
                        continuing,
                        resume: continuing,
                    });
                }
                Op::Iterate => {
                    if let Some(Frame::Loop {
                        iteration, number, ..
                    }) = warp.frames.last_mut()
                    {
                        *iteration += 1;
                        if let Some(recorder) = &mut self.recorder {
                            recorder.iterate(*number, *iteration);
                        }
                    }
                }
                Op::Continuing { end } => {
                    let mut next = warp.active;
                    if let Some(Frame::Loop {
                        continued, resume, ..
                    }) = warp.frames.last_mut()
                    {
                        next = next.or(std::mem::take(continued));
                        *resume = end;
                    }
                    activate!(next, at + 1);
                }
                Op::BreakIf { condition, leave } => {
                    count!();
                    let holds = warp.active.and(warp.holds(condition));
                    let stay = if leave {
                        warp.active.without(holds)
                    } else {
                        holds
                    };
                    let left = warp.active.without(stay);
                    self.branch(warp, !stay.is_empty() && !left.is_empty(), stay, left);
                    activate!(stay, at + 1);
                }
                Op::EndLoop { body } => {
                    if warp.active.is_empty() {
                        if let Some(Frame::Loop { entry, .. }) = warp.frames.pop() {
                            activate!(entry, at + 1);
                        }
                    } else {
                        if let Some(Frame::Loop {
                            continuing, resume, ..
                        }) = warp.frames.last_mut()
                        {
                            *resume = *continuing;
                        }
                        warp.at = body as usize;
                        jumps += 1;
                        if jumps >= MAX_JUMPS {
                            break Ended::Ready;
                        }
                    }
                }
                Op::Break => {
                    count!();
                    let lanes = warp.active;
                    for frame in warp.frames.iter_mut().rev() {
                        if matches!(frame, Frame::Loop { .. } | Frame::Switch { .. }) {
                            break;
                        }
                        frame.remove(lanes);
                    }
                    activate!(ActiveMask::NONE, at);
                }
                Op::Continue => {
                    count!();
                    let lanes = warp.active;
                    for frame in warp.frames.iter_mut().rev() {
                        if let Frame::Loop { continued, .. } = frame {
                            *continued = continued.or(lanes);
                            break;
                        }
                        frame.remove(lanes);
                    }
                    activate!(ActiveMask::NONE, at);
                }
                Op::Switch { first } => {
                    count!();
                    let groups = self.case_masks(warp, first);
                    let split = groups.len() > 1;
                    let taken = groups.first().copied().unwrap_or_default();
                    self.branch(warp, split, taken, warp.active.without(taken));
                    warp.frames.push(Frame::Switch {
                        saved: warp.active,
                        remaining: warp.active,
                        resume: first,
                        split,
                    });
                }
                Op::Case { condition, next } => {
                    let holds = warp.holds(condition);
                    let mut taken = ActiveMask::NONE;
                    if let Some(Frame::Switch {
                        remaining, resume, ..
                    }) = warp.frames.last_mut()
                    {
                        taken = remaining.and(holds);
                        *remaining = remaining.without(taken);
                        *resume = next;
                    }
                    activate!(taken, at + 1);
                }
                Op::EndSwitch => {
                    if let Some(Frame::Switch { saved, split, .. }) = warp.frames.pop() {
                        self.reconverge(split, saved);
                        activate!(saved, at + 1);
                    }
                }
                Op::Enter { leave } => warp.frames.push(Frame::Call {
                    entry: warp.active,
                    resume: leave,
                }),
                Op::Leave => {
                    if let Some(Frame::Call { entry, .. }) = warp.frames.pop() {
                        activate!(entry, at + 1);
                    }
                }
                Op::Return => {
                    count!();
                    let lanes = warp.active;
                    let call = warp
                        .frames
                        .iter()
                        .rposition(|frame| matches!(frame, Frame::Call { .. }));
                    let from = call.map_or(0, |call| call + 1);
                    warp.frames[from..]
                        .iter_mut()
                        .for_each(|frame| frame.remove(lanes));
                    if call.is_none() {
                        self.finish_lanes(warp, lanes);
                    }
                    activate!(ActiveMask::NONE, at);
                }
                Op::Barrier { kind } => {
                    count!();
                    self.metrics.barrier_waits += 1;
                    if let Some(recorder) = &mut self.recorder {
                        recorder.arrive(kind);
                    }
                    warp.state = State::Waiting {
                        statement: warp.statement,
                    };
                    break Ended::Arrived;
                }
                Op::End => {
                    let rest = warp.alive;
                    self.finish_lanes(warp, rest);
                    warp.state = State::Finished;
                    break Ended::Finished;
                }
            }
        };
        self.metrics.instructions += instructions;
        self.metrics.thread_instructions += thread_instructions;
        (ended, 1 + jumps)
    }

    /// Where a warp without active lanes goes on.
    fn resume(&self, warp: &Warp) -> usize {
        warp.frames
            .last()
            .map_or(self.program.ops.len() - 1, |frame| frame.resume() as usize)
    }

    fn finish_lanes(&mut self, warp: &mut Warp, lanes: ActiveMask) {
        warp.alive = warp.alive.without(lanes);
        if let (Some(recorder), false) = (&mut self.recorder, lanes.is_empty()) {
            recorder.finish_lanes(lanes);
        }
    }

    fn branch(&mut self, warp: &Warp, split: bool, first: ActiveMask, waiting: ActiveMask) {
        let statement = &mut self.metrics.statements[warp.statement as usize];
        self.metrics.branch += 1;
        statement.branches += 1;
        if split {
            self.metrics.divergent_branch += 1;
            statement.divergent_branches += 1;
            if let Some(recorder) = &mut self.recorder {
                recorder.diverge(first, waiting);
            }
        }
    }

    fn reconverge(&mut self, split: bool, mask: ActiveMask) {
        if let (Some(recorder), true) = (&mut self.recorder, split) {
            recorder.reconverge(mask);
        }
    }

    /// The non-empty sets of lanes that the cases of a switch take.
    fn case_masks(&self, warp: &Warp, first: u32) -> Vec<ActiveMask> {
        let mut masks = Vec::new();
        let mut remaining = warp.active;
        let mut at = first as usize;
        while let Op::Case { condition, next } = self.program.ops[at] {
            let taken = remaining.and(warp.holds(condition));
            remaining = remaining.without(taken);
            if !taken.is_empty() {
                masks.push(taken);
            }
            at = next as usize;
        }
        if !remaining.is_empty() {
            masks.push(remaining);
        }
        masks
    }

    fn record_variable(&mut self, warp: &Warp, variable: u32, word: u32, from: Register) {
        if let Some(recorder) = &mut self.recorder {
            let mut values = [0; 64];
            warp.collect(from, warp.active, &mut values);
            recorder.assign(
                warp.number,
                variable,
                word,
                warp.active,
                &values[..warp.active.count() as usize],
            );
        }
    }

    /// Where the instruction that runs stands, and these lanes of its warp.
    pub(crate) fn place(&self, warp: &Warp, lanes: ActiveMask) -> Place {
        Place {
            op: warp.at as u32 - 1,
            statement: warp.statement,
            first_invocation: warp.number * self.machine.warp_width,
            lanes,
        }
    }
}

impl Binary {
    /// Division by a power of two that all lanes share is a shift or a mask.
    fn cheaper(self, b: Operand) -> (Binary, Operand) {
        match (self, b) {
            (Binary::ModuloUint, Operand::Splat(b)) if b.is_power_of_two() => {
                (Binary::And, Operand::Splat(b - 1))
            }
            (Binary::DivideUint, Operand::Splat(b)) if b.is_power_of_two() => {
                (Binary::ShiftRightUint, Operand::Splat(b.trailing_zeros()))
            }
            other => other,
        }
    }
}
