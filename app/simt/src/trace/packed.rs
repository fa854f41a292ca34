//! The packed form of a trace: a step takes three words (12 bytes). Each of its events takes one head word, and further
//! words for values that do not fit into the head.

use serde::{Deserialize, Serialize};

/// Bits of a warp's number: at most 1024 warps, in a workgroup of 1024 invocations with warps of one lane.
pub(super) const WARP_BITS: u32 = 10;

/// The stored form of a [`super::Step`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PackedStep {
    /// Place of its first event in the words of events.
    pub(super) first_event: u32,
    /// Index into the table of masks.
    pub(super) mask: u32,
    pub(super) place: u32,
}

// Budgets of a trace and its documentation rely on this size.
const _: () = assert!(size_of::<PackedStep>() == 12);

impl PackedStep {
    /// Returns statement and warp.
    pub(super) const fn place(self) -> (u32, u32) {
        (self.place >> WARP_BITS, self.place & ((1 << WARP_BITS) - 1))
    }
}

/// A bit field of a head word: first bit, and number of bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) at: u32,
    pub(super) bits: u32,
}

impl Field {
    const fn new(at: u32, bits: u32) -> Self {
        Field { at, bits }
    }

    /// Returns the value of the field if a number is too large for it: then the word after the head contains the
    /// number.
    pub(super) const fn beyond(self) -> u32 {
        (1 << self.bits) - 1
    }

    pub(super) const fn of(self, head: u32) -> u32 {
        head >> self.at & self.beyond()
    }
}

pub(super) const TAG: Field = Field::new(0, 4);
/// Set if the event's lanes are those of the step; otherwise a mask follows.
pub(super) const WHOLE: Field = Field::new(4, 1);
/// The form of the lane values: of the addresses of a request, or of the new values of an assignment.
pub(super) const VALUES: Field = Field::new(5, 2);
pub(super) const MEMORY: Field = Field::new(7, 8);
/// The bytes that each lane asks for, as the number of a [`super::LaneSpan`].
pub(super) const WORDS: Field = Field::new(15, 8);
/// The step of affine addresses, in words, signed.
pub(super) const STEP: Field = Field::new(23, 9);
pub(super) const OLD_VALUES: Field = Field::new(7, 2);
pub(super) const VARIABLE: Field = Field::new(9, 12);
pub(super) const WORD: Field = Field::new(21, 11);
pub(super) const LOOP: Field = Field::new(5, 8);
pub(super) const ITERATION: Field = Field::new(13, 19);
pub(super) const FIRST: Field = Field::new(5, 13);
pub(super) const WAITING: Field = Field::new(18, 13);
pub(super) const KIND: Field = Field::new(5, 3);

pub(super) const DIVERGE: u32 = 0;
pub(super) const RECONVERGE: u32 = 1;
pub(super) const ITERATE: u32 = 2;
pub(super) const LOAD: u32 = 3;
pub(super) const STORE: u32 = 4;
pub(super) const ASSIGN: u32 = 5;
pub(super) const ARRIVE: u32 = 6;
pub(super) const RELEASE: u32 = 7;
pub(super) const RETURN: u32 = 8;
pub(super) const ATOMIC: u32 = 9;

pub(super) const UNIFORM: u32 = 0;
pub(super) const AFFINE: u32 = 1;
/// One value after the other; for addresses, the place in the table of lists. With a value in the head's `STEP`, the
/// addresses are gaps: the first address follows, and the place in the table of gaps is `STEP` less one, or, if that is
/// too large, a further word.
pub(super) const LIST: u32 = 2;
/// Affine, with the step in the head.
pub(super) const NEAR: u32 = 3;

/// Returns a step of addresses as `STEP` contains it, if it fits.
pub(super) fn near(step: u32) -> Option<u32> {
    let words = step.cast_signed() / 4;
    let most = 1 << (STEP.bits - 1);
    (step.is_multiple_of(4) && (-most..most).contains(&words)).then_some(words.cast_unsigned() & STEP.beyond())
}

/// Returns the step of addresses that a head contains.
pub(super) const fn far(head: u32) -> u32 {
    let left = 32 - STEP.bits;
    ((STEP.of(head) << left).cast_signed() >> left).cast_unsigned() << 2
}
