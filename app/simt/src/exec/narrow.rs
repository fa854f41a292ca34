//! Loads and stores of scalars that are smaller than a word: 16-bit floats, which registers hold as 32-bit floats, and the
//! bytes and short integers of translated texts.

use super::gang::Gang;
use super::interpret::Context;
use super::request::WarpRequest;
use crate::hazard::WarpAccess;
use crate::memory::Memory;
use crate::program::{Access, Reach, Register, Unary};
use crate::trace::LaneSpan;
use wgsl::Stored;

impl Context<'_> {
    #[inline(never)]
    pub(crate) fn load_narrow<const W: usize>(&mut self, gang: &mut Gang<W>, to: Register, reach: Reach) {
        let (active, stored) = (gang.active, reach.stored);
        for part in (0..reach.words).filter(|_| !to.is_uniform()) {
            gang.set_lanes(to.offset(part), |_| 0);
        }
        for (first, lanes) in gang.warps_of(&active) {
            let request = WarpRequest::new(gang, reach, first, lanes);
            let memory = &self.memories[reach.memory as usize];
            for part in 0..reach.words {
                let to = to.offset(part);
                if to.is_uniform() {
                    // Out-of-bounds reads yield zero.
                    gang.uniforms[to.index()] = 0;
                }
                for (lane, address) in request.lanes() {
                    let bits = memory.read_part(address + stored.bytes() * part, stored);
                    gang.write(to, lane, widened(bits, stored));
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
                let span = LaneSpan::Bytes(reach.bytes());
                recorder.load(reach.memory, span, request.mask, request.addresses());
            }
        }
    }

    #[inline(never)]
    pub(crate) fn store_narrow<const W: usize>(&mut self, gang: &mut Gang<W>, from: Register, reach: Reach) {
        let (active, stored) = (gang.active, reach.stored);
        let span = LaneSpan::Bytes(reach.bytes());
        let words = span.words();
        for (first, lanes) in gang.warps_of(&active) {
            let request = WarpRequest::new(gang, reach, first, lanes);
            if request.mask.is_empty() {
                continue;
            }
            let memory = &mut self.memories[reach.memory as usize];
            let from_lane =
                |_, lane: u32, part: u32| narrowed(gang.value(from.offset(part), request.first + lane), stored);
            let access = WarpAccess::new(gang, reach, &request);
            self.hazards.record_warp_access(&access, memory, Some(&from_lane));
            let count = request.addresses().len();
            let mut changes = vec![(0, 0); count * words as usize];
            for (rank, (lane, address)) in request.lanes().enumerate() {
                let place_of = |word: u32| (word as usize * count + rank, 4 * word);
                for (place, offset) in (0..words).map(place_of) {
                    changes[place].0 = memory.read(address + offset);
                }
                for part in 0..reach.words {
                    let bits = narrowed(gang.value(from.offset(part), lane), stored);
                    memory.write_part(address + stored.bytes() * part, stored, bits);
                }
                for (place, offset) in (0..words).map(place_of) {
                    changes[place].1 = memory.read(address + offset);
                }
            }
            self.count(Access::Store, gang.statement, reach, &request);
            if let Some(recorder) = &mut self.recorder {
                recorder.store(
                    Access::Store,
                    reach.memory,
                    span,
                    request.mask,
                    request.addresses(),
                    &changes,
                );
            }
        }
    }
}

/// Returns the value in a register of a scalar with these bits in memory.
pub(super) fn widened(bits: u32, stored: Stored) -> u32 {
    match stored {
        Stored::Word | Stored::Uint16 | Stored::Uint8 => bits,
        Stored::Half => Unary::FloatFromHalf.apply(bits),
        Stored::Int16 => (bits as i16) as u32,
        Stored::Int8 => (bits as i8) as u32,
        Stored::Bool8 => u32::from(bits != 0),
    }
}

/// Returns the bits in memory of a scalar with this value in a register: of a float the nearest 16-bit one, of an integer
/// the low bits.
pub(super) fn narrowed(value: u32, stored: Stored) -> u32 {
    match stored {
        Stored::Word => value,
        Stored::Half => Unary::HalfFromFloat.apply(value),
        Stored::Int16 | Stored::Uint16 => value & 0xffff,
        Stored::Int8 | Stored::Uint8 => value & 0xff,
        Stored::Bool8 => u32::from(value != 0),
    }
}

/// Returns the lowest bits of a word that a scalar takes.
fn low_bits(stored: Stored) -> u32 {
    u32::MAX >> (32 - 8 * stored.bytes())
}

impl Memory {
    /// Reads the bits of a scalar at a byte address that is a multiple of its size.
    pub(super) fn read_part(&self, address: u32, stored: Stored) -> u32 {
        self.read(address) >> (8 * (address % 4)) & low_bits(stored)
    }

    /// Replaces the bits of a scalar at such an address. The rest of its word stays.
    pub(super) fn write_part(&mut self, address: u32, stored: Stored, bits: u32) {
        let shift = 8 * (address % 4);
        let kept = self.read(address) & !(low_bits(stored) << shift);
        self.write(address, kept | bits << shift);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_word_comes_back_and_leaves_the_rest() {
        // (the form, the value in a register, the value that comes back)
        let table = [
            (Stored::Uint8, 0x1ff, 0xff),
            (Stored::Int8, 0x80, 0xffff_ff80),
            (Stored::Int8, 0xffff_ffff, 0xffff_ffff),
            (Stored::Uint16, 0xffff_8000, 0x8000),
            (Stored::Int16, 0x8000, 0xffff_8000),
            (Stored::Bool8, 1, 1),
            (Stored::Half, 1.5_f32.to_bits(), 1.5_f32.to_bits()),
            (Stored::Word, 0x1234_5678, 0x1234_5678),
        ];
        for (stored, value, back) in table {
            for address in (0..8).step_by(stored.bytes() as usize) {
                let mut memory = Memory {
                    words: vec![0xa5a5_a5a5; 2],
                };
                memory.write_part(address, stored, narrowed(value, stored));
                let read = widened(memory.read_part(address, stored), stored);
                assert_eq!(read, back, "{stored:?} at {address}");
                for other in (0..8).filter(|other| !(address..address + stored.bytes()).contains(other)) {
                    assert_eq!(memory.read_part(other, Stored::Uint8), 0xa5, "{stored:?} at {address}");
                }
            }
        }
    }
}
