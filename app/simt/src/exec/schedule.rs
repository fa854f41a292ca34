//! Schedules one workgroup: its gangs take turns, one statement each in a round. A barrier opens when every warp has
//! arrived.

use super::barrier_rule::BarrierRule;
use super::fragment::{self, Scheduling};
use super::gang::{Frame, Gang, State};
use super::interpret::{Context, Ended};
use crate::hazard::{BarrierPlace, Standing};
use crate::program::{BarrierKind, Fault, Op};

/// The state of a workgroup after some rounds.
pub(crate) enum Turn {
    /// Some warps can continue.
    Running,
    /// All warps wait at a barrier of the grid.
    AtGridBarrier,
    /// The warps have come back to a state that they had before.
    AtStandstill,
    Finished,
    Faulted(Fault),
}

/// Executes rounds until about `budget` steps are taken. In each round, every gang that can continue executes one
/// statement. Returns the steps taken.
#[inline(never)]
pub(crate) fn rounds<const W: usize>(context: &mut Context<'_>, gangs: &mut Vec<Gang<W>>, budget: u64) -> (Turn, u64) {
    let mut steps = 0;
    loop {
        let before = steps;
        let mut order = Order::of_round(context.seed, context.workgroup, context.round, gangs.len());
        while let Some(index) = order.next(gangs) {
            // A single gang need not take turns.
            let turn = if gangs.len() == 1 && context.recorder.is_none() {
                budget.saturating_sub(steps).min(context.standstill.most_steps())
            } else {
                1
            };
            let (ended, taken) = context.statements(&mut gangs[index], turn);
            steps += taken;
            match ended {
                Ended::Ready => {}
                Ended::Idle => {
                    let fault = idle_loop(context, &gangs[index]);
                    return (Turn::Faulted(fault), steps);
                }
                Ended::Split => {
                    let together = gangs.remove(index);
                    gangs.extend(together.split(context.program));
                    break;
                }
                Ended::Forked => {
                    let [first, mut second] = gangs.remove(index).fork(context.program);
                    // The trace still has the step open at which the lanes parted.
                    let ended = context.finish_statement(&mut second);
                    gangs.insert(index, first);
                    gangs.push(second);
                    if let (Ended::Idle, Some(second)) = (ended, gangs.last()) {
                        return (Turn::Faulted(idle_loop(context, second)), steps);
                    }
                }
                Ended::Arrived | Ended::Finished => {
                    // Parts of a warp come to a barrier one by one; it opens at the end of the round.
                    if context.scheduling == Scheduling::Lockstep {
                        match open_barrier(context, gangs) {
                            Ok(Some(BarrierKind::Grid)) => {
                                context.round += 1;
                                return (Turn::AtGridBarrier, steps);
                            }
                            Ok(_) => {}
                            Err(fault) => return (Turn::Faulted(fault), steps),
                        }
                    }
                }
            }
        }
        if context.scheduling == Scheduling::Independent {
            fragment::meet(gangs, context.program);
            let waits = |gang: &Gang<W>| matches!(gang.state, State::Waiting { .. });
            let waited = gangs.iter().any(waits);
            let opened = match open_barrier(context, gangs) {
                Ok(opened) => opened,
                Err(fault) => return (Turn::Faulted(fault), steps),
            };
            if waited && !gangs.iter().any(waits) {
                fragment::rejoin(gangs, context.program);
            }
            if opened == Some(BarrierKind::Grid) {
                context.round += 1;
                return (Turn::AtGridBarrier, steps);
            }
        }
        context.round += 1;
        if gangs.iter().all(|gang| gang.state == State::Finished) {
            return (Turn::Finished, steps);
        }
        let standstill = &mut *context.standstill;
        if standstill.is_reached(gangs, steps - before, context.changes) {
            return (Turn::AtStandstill, steps);
        }
        if steps >= budget {
            return (Turn::Running, steps);
        }
    }
}

/// Records that the lanes of a gang can never leave the loop that they are at the end of.
fn idle_loop<const W: usize>(context: &mut Context<'_>, gang: &Gang<W>) -> Fault {
    let number = match gang.frames.last() {
        Some(Frame::Loop { number, .. }) => *number,
        _ => 0,
    };
    let lane = gang.first_invocation() + gang.active.mask.first_lane();
    let line = context
        .hazards
        .idle_loop(context.program, number, (lane, gang.active.lanes));
    Fault::IdleLoop { line }
}

/// The order of turns in a round: by number, or, for a seed other than 0, shuffled and with some left out.
enum Order {
    ByNumber(usize),
    Shuffled {
        rest: Vec<usize>,
        taken: bool,
        random: Random,
    },
}

impl Order {
    fn of_round(seed: u64, workgroup: u32, round: u32, warps: usize) -> Self {
        if seed == 0 {
            return Order::ByNumber(0);
        }
        let mut random = Random(seed ^ u64::from(workgroup) << 32 ^ u64::from(round));
        let mut rest: Vec<usize> = (0..warps).collect();
        for index in (1..warps).rev() {
            rest.swap(index, random.below(index + 1));
        }
        Order::Shuffled {
            rest,
            taken: false,
            random,
        }
    }

    /// Returns the next gang that can continue. A quarter of them skip a shuffled round, but never all.
    fn next<const W: usize>(&mut self, gangs: &[Gang<W>]) -> Option<usize> {
        let ready = |&index: &usize| gangs[index].state == State::Ready;
        match self {
            Order::ByNumber(from) => {
                let index = (*from..gangs.len()).find(ready)?;
                *from = index + 1;
                Some(index)
            }
            Order::Shuffled { rest, taken, random } => {
                while let Some(index) = rest.pop() {
                    if ready(&index) && (random.below(4) > 0 || !*taken && !rest.iter().any(ready)) {
                        *taken = true;
                        return Some(index);
                    }
                }
                None
            }
        }
    }
}

/// Returns the workgroup that runs after `before` others: by number, or, for a seed other than 0, with a step that has
/// no factor in common with their count, so that each comes once.
pub(crate) fn workgroup_at(seed: u64, before: u64, count: u64) -> u64 {
    if seed == 0 || count < 2 {
        return before;
    }
    let mut random = Random(seed);
    let first = random.below(count as usize) as u64;
    let mut step = 1 + random.below(count as usize - 1) as u64;
    while gcd(step, count) > 1 {
        step += 1;
    }
    let moved = u128::from(first) + u128::from(before) * u128::from(step);
    (moved % u128::from(count)) as u64
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): a pseudo-random sequence that depends on the seed alone.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ bits >> 31) % end as u64) as usize
    }
}

/// Opens the barrier if no warp is still on its way to it, and returns its kind.
#[inline(never)]
fn open_barrier<const W: usize>(
    context: &mut Context<'_>,
    gangs: &mut [Gang<W>],
) -> Result<Option<BarrierKind>, Fault> {
    let mut waiting = gangs.iter().filter_map(|gang| match gang.state {
        State::Waiting { statement } => Some((gang, statement)),
        State::Ready | State::Meeting | State::Finished => None,
    });
    let Some((first, statement)) = waiting.next() else {
        return Ok(None);
    };
    let kind = barrier_of(context, first);
    let comes = |gang: &Gang<W>| matches!(gang.state, State::Ready | State::Meeting);
    if gangs.iter().any(comes) {
        return Ok(None);
    }
    let line = |statement: u32| {
        context
            .program
            .statements
            .get(statement as usize)
            .map_or((0, 0), |s| (s.line, s.column))
    };
    let other = waiting.clone().find(|&(_, other)| other != statement);
    // Every lane comes in the same iteration of every loop. Hardware does not wait for finished lanes, and neither does
    // this machine.
    let together = waiting.all(|(gang, _)| gang.at == first.at && loops(gang).eq(loops(first)));
    let arrived: u32 = gangs
        .iter()
        .filter(|gang| gang.state != State::Finished)
        .map(|gang| gang.active.lanes)
        .sum();
    let expected = match (context.barrier_rule, kind) {
        (BarrierRule::RemainingLanes, kind) if kind != BarrierKind::Grid => {
            // A lane that came to the end has gone past the barrier.
            let expected = |gang: &Gang<W>| gang.alive.count() + gang.at_end.count();
            gangs.iter().map(expected).sum()
        }
        // A barrier of the grid waits for every thread in every language.
        _ => context.invocations,
    };
    if !together || arrived < expected {
        let standing = gangs.iter().flat_map(|gang| {
            let place = match gang.state {
                State::Waiting { statement } => Some(BarrierPlace {
                    line: line(statement).0,
                    column: line(statement).1,
                    order: way(gang),
                    header: context.program.header_of(statement).cloned(),
                }),
                State::Ready | State::Meeting | State::Finished => None,
            };
            let width = gang.warp_width;
            (0..gang.warps()).map(move |warp| Standing {
                first_invocation: gang.first_invocation() + warp * width,
                place: place.clone(),
                waiting: gang.active.mask.warp(warp * width, width),
                alive: gang.alive.warp(warp * width, width),
            })
        });
        context.hazards.barrier_in_divergent_flow(standing);
    } else {
        context.hazards.barrier_opened(kind, line(statement).0);
    }
    if let Some((other, other_statement)) = other {
        context.hazards.deadlocked();
        return Err(Fault::Deadlock {
            warp: first.first_warp,
            line: line(statement).0,
            other_warp: other.first_warp,
            other_line: line(other_statement).0,
        });
    }
    if let Some(writer) = context.writer() {
        writer.release();
    }
    for gang in gangs.iter_mut().filter(|gang| gang.state != State::Finished) {
        gang.state = State::Ready;
    }
    Ok(Some(kind))
}

/// Returns the loops that a gang is in, each as a position in the bytecode and an iteration.
pub(super) fn loops<const W: usize>(gang: &Gang<W>) -> impl Iterator<Item = [u32; 2]> {
    gang.frames.iter().filter_map(|frame| match *frame {
        Frame::Loop {
            continuing, iteration, ..
        } => Some([continuing, iteration]),
        Frame::Branch { .. } | Frame::Switch { .. } | Frame::Call { .. } => None,
    })
}

/// Returns the progress of a gang through the kernel, as a list that compares in the order in which a lane passes it.
pub(super) fn way<const W: usize>(gang: &Gang<W>) -> Vec<u32> {
    loops(gang).flatten().chain([gang.at as u32]).collect()
}

/// Returns the kind of the barrier that a gang waits at: that of its last instruction.
fn barrier_of<const W: usize>(context: &Context<'_>, gang: &Gang<W>) -> BarrierKind {
    match context.program.ops.get(gang.at - 1) {
        Some(Op::Barrier { kind }) => *kind,
        _ => BarrierKind::Both,
    }
}
