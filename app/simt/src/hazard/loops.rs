//! Unfinished loops: which loop used up the budget, and whether its lanes wait for each other.

use super::finding::{Finding, FindingKind};
use super::fix::Fix;
use crate::program::{Op, Program, Site, Space, Touch};

/// The loop that a warp has been in for the most iterations.
#[derive(Debug)]
pub(crate) struct RunningLoop {
    /// Index into the program's loops.
    pub(crate) number: u32,
    pub(crate) iterations: u32,
    /// Number in the workgroup of the first lane that is still in the loop.
    pub(crate) first_lane: u32,
    /// Lanes of the warp that are still in the loop.
    pub(crate) spinning: u32,
    /// Lanes of the warp that are elsewhere, and continue only when the others have left the loop.
    pub(crate) waiting: u32,
}

/// Returns the finding for the loop that used up the budget. Each warp has one candidate, the loop with its most
/// iterations. Of candidates with about as many iterations, the first in the text is chosen, so that neither the order
/// nor the width of warps decides.
pub(crate) fn unfinished(
    program: &Program,
    candidates: &[RunningLoop],
    workgroup: u32,
    workgroups: u64,
) -> Option<Finding> {
    let most = candidates.iter().map(|c| c.iterations).max()?;
    let line = |candidate: &&RunningLoop| {
        let info = program.loops.get(candidate.number as usize);
        info.map_or(0, |info| info.line)
    };
    let chosen = candidates
        .iter()
        .filter(|candidate| candidate.iterations >= most / 4)
        .min_by_key(|candidate| (line(candidate), candidate.first_lane))?;
    let line = line(&chosen);
    let same = || candidates.iter().filter(|candidate| candidate.number == chosen.number);
    let spinning = same().map(|candidate| candidate.spinning).sum();
    let reads = awaited(program, chosen.number);
    let storage = |memory: u32| {
        let binding = program.bindings.get(memory as usize);
        binding.is_some_and(|binding| binding.space == Space::Storage)
    };
    let waits_for_workgroups = workgroups > 1
        && reads
            .iter()
            .any(|&(touch, memory)| matches!(touch, Touch::AtomicLoad | Touch::Load) && storage(memory));
    let (kind, suggested_fix) = if waits_for_workgroups {
        let kind = FindingKind::WorkgroupWaits {
            iterations: chosen.iterations,
            workgroups,
        };
        (kind, Some(Fix::TwoDispatches))
    } else if !reads.is_empty() {
        let waiting = same().map(|candidate| candidate.waiting).sum();
        (
            FindingKind::LanesWaitForEachOther {
                iterations: chosen.iterations,
                spinning,
                waiting,
            },
            Some(Fix::WorkInsideLoop { line }),
        )
    } else {
        (
            FindingKind::UnfinishedLoop {
                iterations: chosen.iterations,
                lanes: spinning,
            },
            None,
        )
    };
    Some(Finding {
        kind,
        line,
        column: program.column_of(line),
        workgroup,
        invocation: chosen.first_lane,
        count: 1,
        suggested_fix,
        edit: None,
        also: Vec::new(),
        header: program.header_of_loop(chosen.number).cloned(),
    })
}

/// Returns the atomics and the volatile words whose value a loop reads, with their memories: then its lanes may wait for
/// other lanes.
fn awaited(program: &Program, number: u32) -> Vec<(Touch, u32)> {
    let mut depth = 0_u32;
    let body = program
        .ops
        .iter()
        .zip(0_u32..)
        .skip_while(|(op, _)| !matches!(op, Op::Loop { number: n, .. } if *n == number))
        .take_while(|(op, _)| {
            match op {
                Op::Loop { .. } => depth += 1,
                Op::EndLoop { .. } => depth -= 1,
                _ => {}
            }
            depth > 0
        });
    let sites: Vec<&Site> = body.filter_map(|(_, address)| program.site_at(address)).collect();
    // A loop that stores to a volatile array does not only wait.
    let stores = |memory: u32| {
        let mut all = sites.iter();
        all.any(|site| site.touch == Touch::Store && site.memory == memory)
    };
    let awaited = sites.iter().filter(|site| match site.touch {
        Touch::AtomicLoad => true,
        Touch::Atomic { used, .. } => used,
        Touch::Load => site.volatile && !stores(site.memory),
        Touch::Store | Touch::AtomicStore | Touch::Index | Touch::Shuffle => false,
    });
    awaited.map(|site| (site.touch, site.memory)).collect()
}
