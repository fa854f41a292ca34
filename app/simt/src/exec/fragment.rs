//! Independent thread scheduling: the parts of a warp whose branches have parted run apart, and meet again where the
//! program makes them.
//!
//! Since Volta each lane has its own program counter ("NVIDIA Tesla V100 GPU Architecture", 2017, "Independent Thread
//! Scheduling"): the two sides of a branch may take turns, and nothing promises that they meet at its end. Here they
//! never do: a part runs on until a barrier of the workgroup, a barrier or an operation of the subgroup, or the end. A GPU
//! lets them meet earlier where it can, so this is the least that a kernel may rely on.
//!
//! A gang of several warps parts as a whole, if nothing in the program makes its warps take turns.

use super::gang::{Frame, Gang, State};
use super::schedule::{loops, way};
use crate::lanes::{Activity, Mask, blend_row};
use crate::metrics::Costs;
use crate::program::{Op, Program, Register};
use serde::{Deserialize, Serialize};

/// The relation of the lanes of a warp whose branches part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scheduling {
    /// One side of a branch runs after the other, and both meet at its end.
    #[default]
    Lockstep,
    /// Both sides take turns, and meet at barriers and subgroup operations.
    Independent,
}

/// Returns for each statement whether it has an instruction that the lanes of a warp execute together.
pub(crate) fn meetings(program: &Program) -> Vec<bool> {
    let mut meetings = vec![false; program.statements.len()];
    let mut current = 0;
    for op in &program.ops {
        match op {
            Op::Statement { statement } => current = *statement as usize,
            Op::Shuffle { .. } | Op::Combine { .. } | Op::Ballot { .. } | Op::Meet { .. } => {
                if let Some(meeting) = meetings.get_mut(current) {
                    *meeting = true;
                }
            }
            _ => {}
        }
    }
    meetings
}

impl<const W: usize> Gang<W> {
    /// Returns true if this part of a warp must wait for the others before the statement at `position`.
    #[inline]
    pub(crate) fn must_meet(&mut self, is_meeting: bool, position: usize) -> bool {
        if !self.is_part {
            return false;
        }
        let has_met = self.met.take() == Some(position);
        is_meeting && !has_met
    }

    /// Keeps these lanes of the gang. Without active lanes it continues where they wait.
    fn part(mut self, program: &Program, lanes: &Mask<W>) -> Self {
        let width = self.warp_width;
        self.is_part = true;
        self.present = self.present.and(lanes);
        self.alive = self.alive.and(lanes);
        self.active = Activity::new(self.active.mask.and(lanes), width);
        for frame in &mut self.frames {
            let (after, inside) = frame.masks();
            let mask = after.mask.and(lanes);
            if let Some(inside) = inside {
                *inside = inside.and(lanes);
            }
            *frame.masks().0 = Activity::new(mask, width);
            // Parts of a warp do not reconverge at the end of a branch.
            if let Frame::Branch { split, .. } | Frame::Switch { split, .. } = frame {
                *split = false;
            }
        }
        if self.active.is_empty() {
            self.at = self.resume(program);
        }
        self
    }

    /// Parts the lanes that are active from those that wait.
    pub(crate) fn fork(mut self, program: &Program) -> [Self; 2] {
        // A cache is larger than all the rest.
        let costs = std::mem::replace(&mut self.costs, Costs::new());
        let rest = self.alive.without(&self.active.mask);
        // Finished lanes stay with the active ones.
        let first = self.present.without(&rest);
        let mut active = self.clone().part(program, &first);
        active.costs = costs;
        [active, self.part(program, &rest)]
    }

    /// Returns true if another part of the same warp is at the same place.
    fn is_with(&self, other: &Self) -> bool {
        self.first_warp == other.first_warp
            && self.at == other.at
            && self.frames.len() == other.frames.len()
            && loops(self).eq(loops(other))
    }

    /// Adds the lanes of another part, which is at the same place.
    fn join(&mut self, mut other: Self, program: &Program) {
        let theirs = other.present;
        for register in (0..program.lane_registers).map(Register) {
            if self.holds_same(&other, register) {
                continue;
            }
            self.spread(register);
            other.spread(register);
            let first = self.first_word(register);
            let width = self.stride;
            let lanes = &mut self.lanes[first..first + width];
            let others = &other.lanes[first..first + width];
            for (word, (to, from)) in lanes.chunks_mut(64).zip(others.chunks(64)).enumerate() {
                blend_row(to, from, theirs.words()[word]);
            }
            self.hold_lanes(register);
        }
        for (mask, their) in self.masks.iter_mut().zip(&other.masks) {
            *mask = mask.without(&theirs).or(&their.and(&theirs));
        }
        let mut frames = std::mem::take(&mut self.frames);
        for (frame, other) in frames.iter_mut().zip(&mut other.frames) {
            let (their_after, their_inside) = other.masks();
            let (after, inside) = frame.masks();
            let mask = after.mask.or(&their_after.mask);
            if let (Some(inside), Some(theirs)) = (inside, their_inside) {
                *inside = inside.or(theirs);
            }
            *frame.masks().0 = self.activity(mask);
        }
        self.frames = frames;
        self.has_own_iterations |= other.has_own_iterations;
        self.present = self.present.or(&other.present);
        self.alive = self.alive.or(&other.alive);
        self.active = self.activity(self.active.mask.or(&other.active.mask));
    }
}

/// Joins the parts of each warp that are ready at the same place: the barrier that they waited at has opened.
pub(crate) fn rejoin<const W: usize>(gangs: &mut Vec<Gang<W>>, program: &Program) {
    join_where(gangs, program, |gang| gang.state == State::Ready);
}

/// Lets parts of a warp go on together that wait for each other, once none of the others can come.
pub(crate) fn meet<const W: usize>(gangs: &mut Vec<Gang<W>>, program: &Program) {
    let warps: Vec<u32> = gangs
        .iter()
        .filter(|gang| gang.state == State::Meeting)
        .map(|gang| gang.first_warp)
        .collect();
    for warp in warps {
        let of_warp = |gang: &&Gang<W>| gang.first_warp == warp;
        if gangs.iter().filter(of_warp).any(|gang| gang.state == State::Ready) {
            continue;
        }
        // Those that are least far go first: others may wait for them at a later place.
        let meeting = gangs.iter().filter(of_warp).filter(|gang| gang.state == State::Meeting);
        let Some(least) = meeting.map(way).min() else {
            continue;
        };
        for gang in gangs.iter_mut() {
            if gang.first_warp == warp && gang.state == State::Meeting && way(gang) == least {
                gang.state = State::Ready;
                gang.met = Some(gang.at);
            }
        }
        join_where(gangs, program, |gang| {
            gang.first_warp == warp && gang.state == State::Ready
        });
    }
}

fn join_where<const W: usize>(gangs: &mut Vec<Gang<W>>, program: &Program, may: impl Fn(&Gang<W>) -> bool) {
    let mut index = 0;
    while index < gangs.len() {
        let mut other = index + 1;
        while other < gangs.len() {
            let is_part = gangs[index].is_part && may(&gangs[index]) && may(&gangs[other]);
            if is_part && gangs[index].is_with(&gangs[other]) {
                let joined = gangs.remove(other);
                gangs[index].join(joined, program);
            } else {
                other += 1;
            }
        }
        index += 1;
    }
    // A warp is whole again when no other part of it is left.
    for index in 0..gangs.len() {
        let warp = gangs[index].first_warp;
        let parts = gangs
            .iter()
            .filter(|gang| gang.first_warp == warp && gang.state != State::Finished);
        gangs[index].is_part = parts.count() > 1 && gangs[index].is_part;
    }
}
