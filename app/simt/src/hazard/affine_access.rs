//! An affine access: a request of a whole gang whose addresses rise evenly from lane to lane, and the blocks that it
//! touches.

use super::affine_map::AffineMap;
use crate::lanes::{ActiveMask, Affine};
use crate::program::Address;

/// Each lane accesses one word. `addresses` begins at lane 0, whether that lane is active or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AffineAccess<'a> {
    /// Position of the instruction in the bytecode.
    pub(crate) op: Address,
    pub(crate) memory: u32,
    /// Number of lane 0 in the workgroup.
    pub(crate) first_invocation: u32,
    /// The active lanes, one bit each, 64 to a word.
    pub(crate) lanes: &'a [u64],
    pub(crate) addresses: Affine,
    /// The words of the memory before the access changes them.
    pub(crate) contents: &'a [u32],
}

/// The words of one block that the access touches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) block: u32,
    pub(super) mask: u64,
}

/// Byte steps below this limit keep the arithmetic of `AffineMap` from wrapping.
const MAX_STEP: u32 = 1 << 21;
/// Number of words that 32-bit byte addresses reach.
const WORDS: u32 = 1 << 30;

impl<'a> AffineAccess<'a> {
    /// Returns true if addresses can form an affine access: they are multiples of a word, and their step is small
    /// enough.
    #[inline]
    pub(crate) fn fits(addresses: Affine) -> bool {
        (addresses.base | addresses.step).is_multiple_of(4) && (addresses.step as i32).unsigned_abs() < MAX_STEP
    }

    /// Returns the same access with a step of one word if a single lane is active.
    pub(super) fn normalized(self) -> Self {
        let count: u32 = self.lanes.iter().map(|word| word.count_ones()).sum();
        if count != 1 {
            return self;
        }
        let lane = self.first_lane();
        AffineAccess {
            addresses: Affine {
                base: self.addresses.at(lane).wrapping_sub(4 * lane),
                step: 4,
            },
            ..self
        }
    }

    /// Returns the first active lane, or 0 if there is none.
    fn first_lane(&self) -> u32 {
        let word = self.lanes.iter().position(|&word| word != 0);
        word.map_or(0, |index| 64 * index as u32 + self.lanes[index].trailing_zeros())
    }

    /// Returns true if all lanes access one word.
    pub(super) fn is_many(&self) -> bool {
        self.addresses.step == 0
    }

    /// Returns the active lanes, rising.
    pub(super) fn active(&self) -> impl Iterator<Item = u32> + use<'a> {
        self.lanes
            .iter()
            .zip((0..).step_by(64))
            .flat_map(|(&word, first)| ActiveMask(word).lanes().map(move |lane| first + lane))
    }

    /// Returns the map from invocations to words. If all lanes access one word, it is the map of the first lane.
    pub(super) fn map(&self) -> AffineMap {
        if self.is_many() {
            let first = self.first_invocation + self.first_lane();
            return AffineMap::through(self.addresses.base / 4, first);
        }
        let Affine { base, step } = self.addresses;
        AffineMap {
            origin: base.wrapping_sub(step.wrapping_mul(self.first_invocation)),
            step,
        }
    }

    /// Returns the lane that accesses a word.
    pub(super) fn lane_of(&self, word: u32) -> u32 {
        self.map().invocation(word) - self.first_invocation
    }

    /// Returns lane and word of each access in a part, in lane order.
    pub(super) fn lanes_of(&self, part: Part) -> impl Iterator<Item = (u32, u32)> + '_ {
        let falls = (self.addresses.step as i32) < 0;
        let words = ActiveMask(if falls { part.mask.reverse_bits() } else { part.mask });
        let by_word = words.lanes().map(move |bit| {
            let word = 64 * part.block + if falls { 63 - bit } else { bit };
            (self.lane_of(word), word)
        });
        let same = self.active().map(move |lane| (lane, self.addresses.base / 4));
        let many = self.is_many();
        by_word.filter(move |_| !many).chain(same.filter(move |_| many))
    }

    /// Calls `each` for every block that the access touches.
    #[inline]
    pub(super) fn parts(&self, mut each: impl FnMut(Part)) {
        let Affine { base, step } = self.addresses;
        let start = base / 4;
        if step == 4 {
            let mut carry = 0;
            let shift = start % 64;
            let blocks = (start / 64..).map(|block| block % (WORDS / 64));
            for (&lanes, block) in self.lanes.iter().chain([&0]).zip(blocks) {
                let mask = carry | lanes << shift;
                carry = (lanes >> 1) >> (63 - shift);
                if mask != 0 {
                    each(Part { block, mask });
                }
            }
            return;
        }
        if step == 0 {
            each(Part {
                block: start / 64,
                mask: 1 << (start % 64),
            });
            return;
        }
        let mut part = Part { block: 0, mask: 0 };
        for lane in self.active() {
            let word = self.addresses.at(lane) / 4;
            if word / 64 != part.block {
                if part.mask != 0 {
                    each(part);
                }
                part = Part {
                    block: word / 64,
                    mask: 0,
                };
            }
            part.mask |= 1 << (word % 64);
        }
        if part.mask != 0 {
            each(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    const CONTENTS: u32 = 1 << 16;

    fn accesses() -> impl Strategy<Value = ([u64; 4], Affine)> {
        let word = prop_oneof![Just(u64::MAX), Just(0), Just(1 << 63), any::<u64>()];
        let start = prop_oneof![0..300_u32, Just(u32::MAX / 4), Just(64), 60000..65000_u32];
        let step = prop_oneof![Just(1), Just(0), Just(2), Just(64), Just(200), Just(u32::MAX), 0..9_u32];
        ([word.clone(), word.clone(), word.clone(), word], start, step).prop_map(|(lanes, start, step)| {
            let addresses = Affine {
                base: start.wrapping_mul(4),
                step: step.wrapping_mul(4),
            };
            // Active lanes are in bounds.
            let inside = |lane: u32| addresses.at(lane) / 4 < CONTENTS;
            let lanes = std::array::from_fn(|word| {
                let first = 64 * word as u32;
                let lanes = ActiveMask(lanes[word]).lanes();
                let inside = lanes.filter(|lane| inside(first + lane));
                inside.fold(0, |mask, lane| mask | 1 << lane)
            });
            (lanes, addresses)
        })
    }

    proptest! {
        #[test]
        fn parts_hold_each_lane_and_its_word_in_order((lanes, addresses) in accesses(), first in 0..700_u32) {
            prop_assert!(AffineAccess::fits(addresses));
            let contents = [];
            let access = AffineAccess {
                op: 0,
                memory: 0,
                first_invocation: first,
                lanes: &lanes,
                addresses,
                contents: &contents,
            };
            let wanted: Vec<(u32, u32)> = access.active().map(|lane| (lane, addresses.at(lane) / 4)).collect();
            for access in [access, access.normalized()] {
                let mut words_by_lane = Vec::new();
                let mut visits: BTreeMap<u32, u32> = BTreeMap::new();
                access.parts(|part| {
                    *visits.entry(part.block).or_default() += u32::from(part.mask != 0);
                    let words = access.lanes_of(part).fold(0, |all, (_, word)| all | 1 << (word % 64));
                    assert_eq!(words, if wanted.is_empty() { 0 } else { part.mask });
                    words_by_lane.extend(access.lanes_of(part));
                });
                prop_assert_eq!(&words_by_lane, &wanted);
                prop_assert!(visits.values().all(|&visits| visits == 1), "{:?}", visits);
                for (lane, word) in words_by_lane.into_iter().filter(|_| !access.is_many()) {
                    prop_assert_eq!(access.map().invocation(word), first + lane);
                }
            }
        }
    }
}
