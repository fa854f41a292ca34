//! Floats of both signs: one path for negative elements, and one with square roots for the others.

use super::Task;
use super::buffers::{bound, pattern};
use super::diverge::{ITERATIONS, overrides};
use super::known::Known;
use crate::size::Size;
use simt::{Dispatch, Machine, Pattern};

/// `data`: n floats, each changed in place.
#[derive(Clone, Copy, Debug)]
pub enum Roots {
    /// Paths short enough for predicated execution.
    Short,
    /// Paths of ten or more instructions.
    Long,
}

impl Roots {
    fn step(self, x: f32) -> f32 {
        match (self, x < 0.0) {
            (Roots::Short, true) => x - 2.0,
            (Roots::Short, false) => x.sqrt(),
            (Roots::Long, true) => [1.0, 2.0, 3.0, 4.0]
                .into_iter()
                .fold(x - 2.0, |x: f32, c: f32| -(c - x).sqrt()),
            (Roots::Long, false) => [1.0, 2.0, 3.0, 4.0]
                .into_iter()
                .fold(x.sqrt(), |x: f32, c: f32| (x + c).sqrt()),
        }
    }
}

impl Task for Roots {
    /// The signs are scattered, so no two blocks are alike.
    fn band(&self, _: Size) -> Option<u64> {
        None
    }

    fn dispatch(&self, size: Size, elements: u64, _: &Machine) -> Dispatch {
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides: overrides(size, ITERATIONS),
            buffers: bound([pattern(Pattern::SignedFloats, elements)]),
        }
    }

    fn reference(&self, _: Size, _: &Machine, first: u64, out: &mut [u32]) {
        let mut results = Known::new();
        for (index, value) in (first..).zip(out) {
            *value = results.of((), Pattern::Bytes.word(index), |byte| {
                // The byte of a signed float, see `Pattern::SignedFloats`.
                let start = byte as f32 - 128.0;
                (0..ITERATIONS).fold(start, |x, _| self.step(x)).to_bits()
            });
        }
    }

    /// WGSL allows an error of some units in the last place for a square root; a hundred of them in a row stay within
    /// this.
    fn slack(&self, _: Size, _: u64, want: f32) -> Option<f32> {
        Some(want.abs() * 1e-5)
    }

    fn useful_bytes(&self, size: Size) -> u64 {
        8 * u64::from(size.n())
    }
}
