//! One workgroup: its warps take turns, one statement each a round; a barrier opens when every warp has come to it.

use crate::execution::Fault;
use crate::finding::FindingKind;
use crate::interpret::{Context, Ended};
use crate::lanes::ActiveMask;
use crate::warp::{State, Warp};

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
    for index in 0..warps.len() {
        if warps[index].state != State::Ready {
            continue;
        }
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

/// The ledger: opens the barrier if no warp is still on its way to it.
fn open_barrier(context: &mut Context<'_>, warps: &mut [Warp]) -> Result<(), Fault> {
    let mut waiting = warps.iter().filter_map(|warp| match warp.state {
        State::Waiting { statement } => Some((warp.number, statement)),
        State::Ready | State::Finished => None,
    });
    let Some((warp, statement)) = waiting.next() else {
        return Ok(());
    };
    let other = waiting.find(|&(_, other)| other != statement);
    if warps.iter().any(|warp| warp.state == State::Ready) {
        return Ok(());
    }
    let line = |statement: u32| {
        context
            .program
            .statements
            .get(statement as usize)
            .map_or(0, |s| s.line)
    };
    if let Some((other_warp, other)) = other {
        return Err(Fault::Deadlock {
            warp,
            line: line(statement),
            other_warp,
            other_line: line(other),
        });
    }
    // WGSL wants every invocation at a barrier; hardware lets those that finished be missing, and so do we.
    let alive: u32 = warps.iter().map(|warp| warp.alive.count()).sum();
    let finished = context.invocations - alive;
    if finished > 0 {
        let first = warps.iter().find(|warp| warp.state != State::Finished);
        let invocation = first.map_or(0, |warp| {
            warp.number * context.machine.warp_width + first_lane(warp.alive)
        });
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
    for warp in warps
        .iter_mut()
        .filter(|warp| warp.state != State::Finished)
    {
        warp.state = State::Ready;
    }
    Ok(())
}

fn first_lane(mask: ActiveMask) -> u32 {
    mask.lanes().next().unwrap_or(0)
}
