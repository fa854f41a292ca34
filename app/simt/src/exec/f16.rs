//! Loads and stores of 16-bit floats: two share a word of memory, and registers hold them as 32-bit floats.

use super::gang::Gang;
use super::interpret::Context;
use super::request::WarpRequest;
use crate::hazard::WarpAccess;
use crate::memory::Memory;
use crate::program::{Access, Reach, Register, Unary};

impl Context<'_> {
    #[inline(never)]
    pub(crate) fn load_half<const W: usize>(
        &mut self,
        gang: &mut Gang<W>,
        to: Register,
        reach: Reach,
    ) {
        let active = gang.active;
        for word in (0..reach.words).filter(|_| !to.is_uniform()) {
            gang.set_lanes(to.offset(word), |_| 0);
        }
        for (first, lanes) in gang.warps_of(&active) {
            let request = WarpRequest::new(gang, reach, first, lanes);
            let memory = &self.memories[reach.memory as usize];
            for word in 0..reach.words {
                let to = to.offset(word);
                if to.is_uniform() {
                    // Out-of-bounds reads yield zero.
                    gang.uniforms[to.index()] = 0;
                }
                for (lane, address) in request.lanes() {
                    gang.write(to, lane, memory.read_half(address + 2 * word));
                }
            }
            if request.mask.is_empty() {
                continue;
            }
            self.count(Access::Load, gang.statement, reach, &request);
            let access = WarpAccess::new(gang, reach, &request);
            let memory = &self.memories[reach.memory as usize];
            self.hazards.record_warp_access(&access, memory, None);
            if let Some(recorder) = &mut self.recorder {
                let words = reach.words.div_ceil(2);
                recorder.load(reach.memory, words, request.mask, &whole_words(&request));
            }
        }
    }

    #[inline(never)]
    pub(crate) fn store_half<const W: usize>(
        &mut self,
        gang: &mut Gang<W>,
        from: Register,
        reach: Reach,
    ) {
        let active = gang.active;
        let words = reach.words.div_ceil(2);
        for (first, lanes) in gang.warps_of(&active) {
            let request = WarpRequest::new(gang, reach, first, lanes);
            if request.mask.is_empty() {
                continue;
            }
            let memory = &mut self.memories[reach.memory as usize];
            let from_lane = |_, lane: u32, half: u32| {
                let value = gang.value(from.offset(half), request.first + lane);
                Unary::HalfFromFloat.apply(value)
            };
            let access = WarpAccess::new(gang, reach, &request);
            self.hazards
                .record_warp_access(&access, memory, Some(&from_lane));
            let addresses = whole_words(&request);
            let mut changes = vec![(0, 0); addresses.len() * words as usize];
            for (rank, (lane, address)) in request.lanes().enumerate() {
                let at = |word: u32| (word as usize * addresses.len() + rank, 4 * word);
                for (place, offset) in (0..words).map(at) {
                    changes[place].0 = memory.read(addresses[rank] + offset);
                }
                for half in 0..reach.words {
                    let value = gang.value(from.offset(half), lane);
                    memory.write_half(address + 2 * half, value);
                }
                for (place, offset) in (0..words).map(at) {
                    changes[place].1 = memory.read(addresses[rank] + offset);
                }
            }
            self.count(Access::Store, gang.statement, reach, &request);
            if let Some(recorder) = &mut self.recorder {
                recorder.store(
                    Access::Store,
                    reach.memory,
                    words,
                    request.mask,
                    &addresses,
                    &changes,
                );
            }
        }
    }
}

/// Returns the addresses of the words that contain the half words of the request.
fn whole_words(request: &WarpRequest) -> Vec<u32> {
    request
        .addresses()
        .iter()
        .map(|address| address & !3)
        .collect()
}

impl Memory {
    /// Reads the 16-bit float at a byte address, as 32-bit float.
    fn read_half(&self, address: u32) -> u32 {
        Unary::FloatFromHalf.apply(self.read(address & !3) >> (8 * (address & 2)))
    }

    /// Stores the 16-bit float nearest to a 32-bit one.
    fn write_half(&mut self, address: u32, value: u32) {
        let shift = 8 * (address & 2);
        let kept = self.read(address & !3) & !(0xffff << shift);
        let half = Unary::HalfFromFloat.apply(value) << shift;
        self.write(address & !3, kept | half);
    }
}
