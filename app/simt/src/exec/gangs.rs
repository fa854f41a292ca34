//! The gangs of one workgroup, with masks of the size that it needs.

use super::gang::{Gang, State};
use super::interpret::Context;
use super::launch::Launch;
use super::running_loops::running_loops;
use super::schedule::{self, Turn};
use crate::hazard::Hazards;
use crate::machine::Machine;
use crate::program::Program;

/// The gangs of a workgroup. Small masks are much faster, and few workgroups need large ones.
#[derive(Debug)]
pub(super) enum Gangs {
    /// Up to 256 invocations.
    Small(Vec<Gang<4>>),
    /// Up to 1024 invocations.
    Large(Vec<Gang<16>>),
}

impl Gangs {
    pub(super) fn new(invocations: u32) -> Self {
        if invocations <= 256 {
            Gangs::Small(Vec::new())
        } else {
            Gangs::Large(Vec::new())
        }
    }

    pub(super) fn count(&self) -> usize {
        match self {
            Gangs::Small(gangs) => gangs.len(),
            Gangs::Large(gangs) => gangs.len(),
        }
    }

    /// Places the gangs at the start of a workgroup: one gang of all warps, or one for each warp.
    pub(super) fn begin(
        &mut self,
        program: &Program,
        launch: &Launch,
        machine: &Machine,
        (id, together): ([u32; 3], bool),
    ) {
        let width = machine.warp_width;
        match self {
            Gangs::Small(gangs) => begin(gangs, program, launch, together, width, id),
            Gangs::Large(gangs) => begin(gangs, program, launch, together, width, id),
        }
    }

    /// Returns the line of the loop that used up the budget, or of the statement that the first ready gang is at.
    pub(super) fn line_without_end(&self, program: &Program, hazards: Option<&mut Hazards>) -> u32 {
        match self {
            Gangs::Small(gangs) => stuck(gangs, program, hazards),
            Gangs::Large(gangs) => stuck(gangs, program, hazards),
        }
    }

    /// Returns the line of the loop that can never end, because nothing changes any more; `None` if another workgroup may
    /// change what it waits for.
    pub(super) fn line_of_standstill(&self, program: &Program, hazards: &mut Hazards) -> Option<u32> {
        let loops = match self {
            Gangs::Small(gangs) => running_loops(program, gangs),
            Gangs::Large(gangs) => running_loops(program, gangs),
        };
        hazards.standstill(program, &loops)
    }

    /// Returns the statement that the first gang is at, of those that have not finished.
    pub(super) fn statement(&self) -> u32 {
        match self {
            Gangs::Small(gangs) => statement(gangs),
            Gangs::Large(gangs) => statement(gangs),
        }
    }

    /// Lets the gangs take turns for about `budget` steps.
    pub(super) fn rounds(&mut self, context: &mut Context<'_>, budget: u64) -> (Turn, u64) {
        match self {
            Gangs::Small(gangs) => schedule::rounds(context, gangs, budget),
            Gangs::Large(gangs) => schedule::rounds(context, gangs, budget),
        }
    }
}

/// Places the gangs at the start of workgroup `id`: one gang of all warps, or one for each warp.
#[inline(never)]
fn begin<const W: usize>(
    gangs: &mut Vec<Gang<W>>,
    program: &Program,
    launch: &Launch,
    together: bool,
    width: u32,
    id: [u32; 3],
) {
    let (count, warps) = if together { (1, launch.warps) } else { (launch.warps, 1) };
    // Parts of a gang are as large as the whole.
    if gangs
        .first()
        .is_some_and(|gang| gang.first_warp == 0 && gang.warps() == warps)
    {
        gangs.truncate(count as usize);
    }
    if gangs.len() != count as usize {
        *gangs = (0..count)
            .map(|number| {
                let mut gang = Gang::new(program, (number * warps, warps, width), launch.block());
                launch.set_local_builtins(program, &mut gang);
                gang
            })
            .collect();
    }
    for gang in gangs {
        gang.restart(program, launch.present(gang), &launch.uniforms);
        launch.set_builtins(program, gang, id);
    }
}

/// Returns the line of the loop that used up the budget, or of the statement that the first ready gang is at.
fn stuck<const W: usize>(gangs: &[Gang<W>], program: &Program, hazards: Option<&mut Hazards>) -> u32 {
    let of_loop = hazards.and_then(|hazards| hazards.budget_exhausted(program, &running_loops(program, gangs)));
    let ready = || gangs.iter().find(|gang| gang.state == State::Ready);
    of_loop
        .or_else(|| ready().map(|gang| program.line_of(gang.statement)))
        .unwrap_or(0)
}

fn statement<const W: usize>(gangs: &[Gang<W>]) -> u32 {
    let mut going = gangs.iter().filter(|gang| gang.state != State::Finished);
    going.next().map_or(0, |gang| gang.statement)
}
