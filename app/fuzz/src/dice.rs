//! A random number generator that gives the same numbers on every platform.

/// A xorshift generator.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Returns a generator for any seed.
    pub fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Returns a number below `count`; 0 if `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) as usize).checked_rem(count).unwrap_or(0)
    }
}
