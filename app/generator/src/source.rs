//! The source of all choices: a string of bytes, one byte per choice.
//!
//! This lets a fuzzer or a property test drive the generator and shrink what it found. A seed is expanded to such a
//! string.

use crate::construct::Construct;
use std::borrow::Cow;

/// Bytes to which a seed expands: more than most kernels use.
const SEED_BYTES: usize = 4096;

/// A string of choices. After its end, every choice is the first one, which is always the simplest.
#[derive(Clone, Debug)]
pub struct Source<'b> {
    bytes: Cow<'b, [u8]>,
    at: usize,
    frugal: bool,
    left_out: &'static [Construct],
}

impl Source<'static> {
    /// Returns the choices of a seed, which are the same on every platform.
    pub fn from_seed(seed: u64) -> Self {
        let mut state = seed;
        let words = std::iter::repeat_with(|| splitmix64(&mut state));
        let bytes = words.take(SEED_BYTES / 8).flat_map(u64::to_le_bytes);
        Source {
            bytes: bytes.collect(),
            at: 0,
            frugal: false,
            left_out: &[],
        }
    }
}

impl<'b> Source<'b> {
    /// Returns the choices of a string of bytes.
    pub fn from_bytes(bytes: &'b [u8]) -> Self {
        Source {
            bytes: Cow::Borrowed(bytes),
            at: 0,
            frugal: false,
            left_out: &[],
        }
    }

    /// Returns a source for kernels about as long as their strings: few declarations, and the kernel ends with the
    /// bytes.
    pub fn frugal(bytes: &'b [u8]) -> Self {
        Source {
            frugal: true,
            ..Source::from_bytes(bytes)
        }
    }

    /// Returns the same choices for kernels without some constructs.
    pub fn without(self, left_out: &'static [Construct]) -> Self {
        Source { left_out, ..self }
    }

    pub(crate) fn takes(&self, construct: Construct) -> bool {
        !self.left_out.contains(&construct)
    }

    pub(crate) fn is_frugal(&self) -> bool {
        self.frugal
    }

    /// Returns true if a frugal source has no bytes left. Optional parts are then left out.
    pub(crate) fn is_over(&self) -> bool {
        self.frugal && self.at >= self.bytes.len()
    }

    fn byte(&mut self) -> u8 {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        byte
    }

    /// Returns a number below `count` (at most 256); 0 if `count` is 0.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()).checked_rem(count).unwrap_or(0)
    }

    /// Returns the number of some optional parts: below `count`, and mostly 0 for a frugal source.
    pub(crate) fn optional(&mut self, count: usize) -> usize {
        match self.below(256) {
            byte if self.frugal && byte % 4 != 3 => 0,
            byte if self.frugal => byte / 4 % count,
            byte => byte % count,
        }
    }

    /// Returns a number in `low..=high`.
    pub(crate) fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.below((high - low + 1) as usize) as u32
    }

    /// Returns true once in `count` times.
    pub(crate) fn once_in(&mut self, count: usize) -> bool {
        self.below(count) + 1 == count
    }

    pub(crate) fn pick<T: Copy, const N: usize>(&mut self, items: [T; N]) -> T {
        items[self.below(N)]
    }

    /// Returns 32 random bits.
    pub(crate) fn word(&mut self) -> u32 {
        u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()])
    }
}

/// Returns the next number of SplitMix64, which works for any seed, also 0. Source: Steele, Lea and Flood, OOPSLA 2014.
pub(crate) fn splitmix64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published outputs for seed 1234567.
    #[test]
    fn splitmix_is_the_published_one() {
        let mut state = 1_234_567;
        let first = [0; 3].map(|_| splitmix64(&mut state));
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn a_source_that_ran_out_chooses_the_first() {
        let mut source = Source::from_bytes(&[7]);
        assert_eq!([0; 3].map(|_| source.below(4)), [3, 0, 0]);
        assert_eq!(source.word(), 0);
        assert!(!source.once_in(2));
        assert!(!source.is_over(), "it goes on with the first choice");
    }

    #[test]
    fn a_frugal_source_is_over_with_its_bytes() {
        let mut source = Source::frugal(&[6, 7]);
        assert_eq!([0; 3].map(|_| source.optional(2)), [0, 1, 0]);
        assert!(source.is_over());
    }
}
