//! Finds a workgroup that can never end: its warps come back to a state that they had before, and memory is the same.
//!
//! From time to time the state is kept for some rounds, in which each warp takes one statement. A loop in which lanes wait for
//! each other comes back to it soon. Loops that count, or that change memory, do not.

use super::gang::{Frame, Gang};
use std::hash::{Hash, Hasher};
use xxhash_rust::xxh3::Xxh3;

/// Steps of the workgroup before its state is kept for the first time.
const FIRST: u64 = 1 << 16;
/// Rounds for which it is kept.
const ROUNDS: u32 = 256;

#[derive(Debug)]
pub(super) struct Standstill {
    steps: u64,
    /// The steps at which the state is kept next.
    next: u64,
    kept: Option<Kept>,
}

#[derive(Clone, Copy, Debug)]
struct Kept {
    state: u64,
    at: usize,
    changes: u64,
    rounds: u32,
}

impl Standstill {
    /// Begins a workgroup.
    pub(super) const fn new() -> Self {
        Standstill {
            steps: 0,
            next: FIRST,
            kept: None,
        }
    }

    /// Returns the most steps until the next call of `is_reached`.
    pub(super) fn most_steps(&self) -> u64 {
        match self.kept {
            Some(_) => 1,
            None => self.next.saturating_sub(self.steps).max(1),
        }
    }

    /// Returns true if the warps have a state that they had before. `steps`: those since the last call; `changes`: the
    /// number of changes of memory so far.
    pub(super) fn is_reached<const W: usize>(&mut self, gangs: &[Gang<W>], steps: u64, changes: u64) -> bool {
        self.steps += steps;
        let position = gangs.first().map_or(0, |gang| gang.at);
        match &mut self.kept {
            Some(kept) if kept.changes == changes && kept.rounds < ROUNDS => {
                kept.rounds += 1;
                let is_back = kept.at == position && kept.state == state(gangs);
                if is_back {
                    // Once is enough, even if the run goes on for the sake of other workgroups.
                    (self.kept, self.next) = (None, u64::MAX);
                }
                is_back
            }
            Some(_) => {
                self.kept = None;
                self.next = self.steps + self.steps / 4;
                false
            }
            None if self.steps >= self.next => {
                self.kept = Some(Kept {
                    state: state(gangs),
                    at: position,
                    changes,
                    rounds: 0,
                });
                false
            }
            None => false,
        }
    }
}

/// Returns a hash of everything that decides how gangs go on, besides memory.
fn state<const W: usize>(gangs: &[Gang<W>]) -> u64 {
    let mut hash = Xxh3::new();
    for gang in gangs {
        (gang.at, gang.first_warp).hash(&mut hash);
        std::mem::discriminant(&gang.state).hash(&mut hash);
        for mask in [gang.active.mask, gang.alive, gang.present] {
            mask.words().hash(&mut hash);
        }
        for frame in &gang.frames {
            let mut frame = *frame;
            if let Frame::Loop { number, .. } = frame {
                number.hash(&mut hash);
            }
            frame.resume().hash(&mut hash);
            let (after, inside) = frame.masks();
            after.mask.words().hash(&mut hash);
            inside.map(|mask| *mask.words()).hash(&mut hash);
        }
        gang.uniforms.hash(&mut hash);
        for mask in &gang.masks {
            mask.words().hash(&mut hash);
        }
        gang.hash_registers(&mut hash);
    }
    hash.finish()
}
