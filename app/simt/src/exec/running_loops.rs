//! Finds the loop that each warp is in when the budget ends a run.

use super::gang::{Frame, Gang, State};
use crate::hazard::RunningLoop;
use crate::lanes::Mask;
use crate::program::Program;

/// Returns, for each warp that can continue, the loop with the most iterations.
pub(crate) fn running_loops<const W: usize>(program: &Program, gangs: &[Gang<W>]) -> Vec<RunningLoop> {
    // A warp waits only for its own lanes, so each warp is examined separately.
    let warps = gangs.iter().flat_map(|gang| match gang.warps() {
        1 => vec![gang.clone()],
        _ => gang.clone().split(program),
    });
    warps
        .filter(|warp| warp.state == State::Ready)
        .filter_map(|warp| running_loop(&warp))
        .collect()
}

fn running_loop<const W: usize>(warp: &Gang<W>) -> Option<RunningLoop> {
    let mut best: Option<RunningLoop> = None;
    for (depth, frame) in warp.frames.iter().enumerate() {
        let &Frame::Loop {
            number,
            iteration,
            continued,
            ..
        } = frame
        else {
            continue;
        };
        // Of two loops with equally many iterations the inner one counts.
        if best.as_ref().is_none_or(|best| iteration >= best.iterations) {
            let deeper = warp.frames.get(depth + 1);
            let inside = deeper.map_or(warp.active.mask, lanes_of).or(&continued);
            let lane = inside.first_lane();
            best = Some(RunningLoop {
                number,
                iterations: iteration,
                first_lane: warp.first_invocation() + lane,
                spinning: inside.count(),
                waiting: warp.alive.without(&inside).count(),
            });
        }
    }
    best
}

/// Returns the lanes that continue after a frame.
fn lanes_of<const W: usize>(frame: &Frame<W>) -> Mask<W> {
    match *frame {
        Frame::Branch { saved, .. } | Frame::Switch { saved, .. } => saved.mask,
        Frame::Loop { entry, .. } | Frame::Call { entry, .. } => entry.mask,
    }
}
