//! One workgroup: its warps take turns, one statement each a round; a barrier opens when every warp has come to it.

use crate::execution::Fault;
use crate::hazard::{BarrierPlace, Standing};
use crate::interpret::{Context, Ended};
use crate::program::{BarrierKind, Op};
use crate::warp::{Frame, State, Warp};

/// How far a workgroup got.
pub(crate) enum Turn {
    /// Its warps can go on.
    Running,
    Finished,
    Faulted(Fault),
}

/// One round: every warp that can executes one statement. Gives the steps it took.
pub(crate) fn round(context: &mut Context<'_>, warps: &mut [Warp]) -> (Turn, u64) {
    let mut steps = 0;
    let mut order = Order::of_round(context.seed, context.workgroup, context.round, warps.len());
    while let Some(index) = order.next(warps) {
        let (ended, taken) = context.statement(&mut warps[index]);
        steps += taken;
        match ended {
            Ended::Ready => {}
            Ended::Arrived | Ended::Finished => {
                if let Err(fault) = open_barrier(context, warps) {
                    return (Turn::Faulted(fault), steps);
                }
            }
        }
    }
    let finished = warps.iter().all(|warp| warp.state == State::Finished);
    (
        if finished {
            Turn::Finished
        } else {
            Turn::Running
        },
        steps,
    )
}

/// The order of a round's turns: by number, or, for a seed other than 0, shuffled, and with some left out.
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
        for at in (1..warps).rev() {
            rest.swap(at, random.below(at + 1));
        }
        Order::Shuffled {
            rest,
            taken: false,
            random,
        }
    }

    /// The next warp that can run. A quarter of them skip a shuffled round, but never all.
    fn next(&mut self, warps: &[Warp]) -> Option<usize> {
        let ready = |&index: &usize| warps[index].state == State::Ready;
        match self {
            Order::ByNumber(from) => {
                let index = (*from..warps.len()).find(ready)?;
                *from = index + 1;
                Some(index)
            }
            Order::Shuffled {
                rest,
                taken,
                random,
            } => {
                while let Some(index) = rest.pop() {
                    if ready(&index) && (random.below(4) > 0 || !*taken && !rest.iter().any(ready))
                    {
                        *taken = true;
                        return Some(index);
                    }
                }
                None
            }
        }
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): numbers that look random, the same ones for the same seed.
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

/// The ledger: opens the barrier if no warp is still on its way to it.
fn open_barrier(context: &mut Context<'_>, warps: &mut [Warp]) -> Result<(), Fault> {
    let mut waiting = warps.iter().filter_map(|warp| match warp.state {
        State::Waiting { statement } => Some((warp, statement)),
        State::Ready | State::Finished => None,
    });
    let Some((first, statement)) = waiting.next() else {
        return Ok(());
    };
    if warps.iter().any(|warp| warp.state == State::Ready) {
        return Ok(());
    }
    let line = |statement: u32| {
        context
            .program
            .statements
            .get(statement as usize)
            .map_or((0, 0), |s| (s.line, s.column))
    };
    let other = waiting.clone().find(|&(_, other)| other != statement);
    // WGSL wants every invocation at the barrier, in the same iteration of every loop; hardware lets those that
    // finished be missing, and so do we.
    let together = waiting.all(|(warp, _)| warp.at == first.at && loops(warp).eq(loops(first)));
    let arrived: u32 = warps
        .iter()
        .filter(|warp| warp.state != State::Finished)
        .map(|warp| warp.active.count())
        .sum();
    if !together || arrived < context.invocations {
        let width = context.machine.warp_width;
        let standing = warps.iter().map(|warp| Standing {
            first_invocation: warp.number * width,
            place: match warp.state {
                State::Waiting { statement } => Some(BarrierPlace {
                    line: line(statement).0,
                    column: line(statement).1,
                    order: way(warp),
                }),
                State::Ready | State::Finished => None,
            },
            waiting: warp.active,
            alive: warp.alive,
        });
        context.hazards.barrier_in_divergent_flow(standing);
    } else {
        let kind = barrier_of(context, first);
        context.hazards.barrier_opened(kind, line(statement).0);
    }
    if let Some((other, other_statement)) = other {
        context.hazards.deadlocked();
        return Err(Fault::Deadlock {
            warp: first.number,
            line: line(statement).0,
            other_warp: other.number,
            other_line: line(other_statement).0,
        });
    }
    if let Some(recorder) = &mut context.recorder {
        recorder.release();
    }
    for warp in warps
        .iter_mut()
        .filter(|warp| warp.state != State::Finished)
    {
        warp.state = State::Ready;
    }
    Ok(())
}

/// The loops that a warp is in, by a position in the bytecode, and their iterations.
fn loops(warp: &Warp) -> impl Iterator<Item = [u32; 2]> {
    warp.frames.iter().filter_map(|frame| match *frame {
        Frame::Loop {
            continuing,
            iteration,
            ..
        } => Some([continuing, iteration]),
        Frame::Branch { .. } | Frame::Switch { .. } | Frame::Call { .. } => None,
    })
}

/// Where a warp is on its lanes' way through the kernel: ways compare as moments of one lane do.
fn way(warp: &Warp) -> Vec<u32> {
    loops(warp).flatten().chain([warp.at as u32]).collect()
}

/// The kind of the barrier that a warp waits at: the instruction it executed last.
fn barrier_of(context: &Context<'_>, warp: &Warp) -> BarrierKind {
    match context.program.ops.get(warp.at - 1) {
        Some(Op::Barrier { kind }) => *kind,
        _ => BarrierKind::Both,
    }
}
