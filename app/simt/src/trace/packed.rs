//! The packed form: a step in three words, an event in a head word and what does not fit into it.

use serde::{Deserialize, Serialize};

/// Warps of a workgroup at most: 1024 lanes in warps of one.
pub(super) const WARP_BITS: u32 = 10;

/// A [`super::Step`] as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PackedStep {
    /// Where its events begin.
    pub(super) first_event: u32,
    /// Index into the table of masks.
    pub(super) mask: u32,
    pub(super) place: u32,
}

impl PackedStep {
    /// Statement and warp.
    pub(super) const fn place(self) -> (u32, u32) {
        (self.place >> WARP_BITS, self.place & ((1 << WARP_BITS) - 1))
    }
}

/// A field of a head word: so many bits, from a bit on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) at: u32,
    pub(super) bits: u32,
}

impl Field {
    const fn new(at: u32, bits: u32) -> Self {
        Field { at, bits }
    }

    /// What stands in a head where the number is too large for its field: a word after the head holds it.
    pub(super) const fn beyond(self) -> u32 {
        (1 << self.bits) - 1
    }

    pub(super) const fn of(self, head: u32) -> u32 {
        head >> self.at & self.beyond()
    }
}

pub(super) const TAG: Field = Field::new(0, 4);
/// Set where the event's lanes are the step's; else a mask follows.
pub(super) const WHOLE: Field = Field::new(4, 1);
/// How lane values are written: of a request's addresses, or the new values of an assignment.
pub(super) const VALUES: Field = Field::new(5, 2);
pub(super) const MEMORY: Field = Field::new(7, 8);
pub(super) const WORDS: Field = Field::new(15, 8);
/// The step of affine addresses, in words, with its sign.
pub(super) const STEP: Field = Field::new(23, 9);
pub(super) const OLD_VALUES: Field = Field::new(7, 2);
pub(super) const VARIABLE: Field = Field::new(9, 12);
pub(super) const WORD: Field = Field::new(21, 11);
pub(super) const LOOP: Field = Field::new(5, 8);
pub(super) const ITERATION: Field = Field::new(13, 19);
pub(super) const FIRST: Field = Field::new(5, 13);
pub(super) const WAITING: Field = Field::new(18, 13);
pub(super) const KIND: Field = Field::new(5, 2);

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
/// One value after the other; of addresses, where in a table they stand. With a step in the head it is the table of gaps
/// and the step less one the place, or beyond that a word; the first address comes before.
pub(super) const LIST: u32 = 2;
/// Affine, with its step in the head.
pub(super) const NEAR: u32 = 3;

/// A step of addresses as the head holds it, if it does.
pub(super) fn near(step: u32) -> Option<u32> {
    let words = step.cast_signed() / 4;
    let most = 1 << (STEP.bits - 1);
    (step.is_multiple_of(4) && (-most..most).contains(&words))
        .then_some(words.cast_unsigned() & STEP.beyond())
}

/// The step of addresses that a head holds.
pub(super) const fn far(head: u32) -> u32 {
    let left = 32 - STEP.bits;
    ((STEP.of(head) << left).cast_signed() >> left).cast_unsigned() << 2
}
