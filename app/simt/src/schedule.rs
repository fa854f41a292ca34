//! One workgroup: its gangs take turns, one statement each a round; a barrier opens when every warp has come to it.

use crate::execution::Fault;
use crate::finding::FindingKind;
use crate::gang::{Gang, State};
use crate::interpret::{Context, Ended};

/// How far a workgroup got.
pub(crate) enum Turn {
    /// Its warps can go on.
    Running,
    Finished,
    Faulted(Fault),
}

/// Rounds until about `budget` steps are taken: in each, every gang that can executes one statement. Gives the steps
/// it took.
pub(crate) fn rounds<const W: usize>(
    context: &mut Context<'_>,
    gangs: &mut Vec<Gang<W>>,
    budget: u64,
) -> (Turn, u64) {
    let mut steps = 0;
    loop {
        for index in 0..gangs.len() {
            if gangs[index].state != State::Ready {
                continue;
            }
            // A lone gang has nobody to take turns with.
            let turn = if gangs.len() == 1 && context.recorder.is_none() {
                budget.saturating_sub(steps)
            } else {
                1
            };
            let (ended, taken) = context.statements(&mut gangs[index], turn);
            steps += taken;
            match ended {
                Ended::Ready => {}
                Ended::Apart => {
                    let together = gangs.remove(index);
                    gangs.extend(together.split(context.program));
                    break;
                }
                Ended::Arrived | Ended::Finished => {
                    if let Err(fault) = open_barrier(context, gangs) {
                        return (Turn::Faulted(fault), steps);
                    }
                }
            }
        }
        context.round += 1;
        if gangs.iter().all(|gang| gang.state == State::Finished) {
            return (Turn::Finished, steps);
        }
        if steps >= budget {
            return (Turn::Running, steps);
        }
    }
}

/// The ledger: opens the barrier if no warp is still on its way to it.
fn open_barrier<const W: usize>(
    context: &mut Context<'_>,
    gangs: &mut [Gang<W>],
) -> Result<(), Fault> {
    let mut waiting = gangs.iter().filter_map(|gang| match gang.state {
        State::Waiting { statement } => Some((gang.first_warp, statement)),
        State::Ready | State::Finished => None,
    });
    let Some((warp, statement)) = waiting.next() else {
        return Ok(());
    };
    let other = waiting.find(|&(_, other)| other != statement);
    if gangs.iter().any(|gang| gang.state == State::Ready) {
        return Ok(());
    }
    let line = |statement: u32| context.program.line_of(statement);
    if let Some((other_warp, other)) = other {
        return Err(Fault::Deadlock {
            warp,
            line: line(statement),
            other_warp,
            other_line: line(other),
        });
    }
    // WGSL wants every invocation at a barrier; hardware lets those that finished be missing, and so do we.
    let alive: u32 = gangs.iter().map(|gang| gang.alive.count()).sum();
    let finished = context.invocations - alive;
    if finished > 0 {
        let first = gangs.iter().find(|gang| gang.state != State::Finished);
        let invocation = first.map_or(0, |gang| gang.first_invocation() + gang.alive.first_lane());
        let kind = FindingKind::DivergentBarrier {
            waiting: alive,
            missing: finished,
        };
        context.findings.note(
            kind,
            line(statement),
            context.workgroup,
            invocation,
            u64::from(finished),
        );
    }
    if let Some(recorder) = &mut context.recorder {
        recorder.release();
    }
    for gang in gangs
        .iter_mut()
        .filter(|gang| gang.state != State::Finished)
    {
        gang.state = State::Ready;
    }
    Ok(())
}
