//! Multiplications and additions that depend on each other, in one chain or in several.

use super::buffers::{bound, zeros};
use super::diverge::{ITERATIONS, overrides};
use super::{Parameter, Task};
use crate::size::Size;
use simt::{Contents, Dispatch, Machine};

/// `results`: n words; `coefficients`: factor and term. Four multiply-adds per iteration, in one chain or in four.
#[derive(Clone, Copy, Debug)]
pub struct Chains {
    pub kind: Kind,
    pub iterations: i32,
}

#[derive(Clone, Copy, Debug)]
pub enum Kind {
    One,
    Four,
}

/// Every value of a chain is a small whole number, so a float holds it exactly, with and without a fused multiply-add.
const FACTOR: f32 = -1.0;
const TERM: f32 = 3.0;

impl Chains {
    /// Returns the task with the default number of iterations.
    pub const fn of(kind: Kind) -> Self {
        Chains {
            kind,
            iterations: ITERATIONS,
        }
    }
}

/// Returns the end of a chain of multiply-adds: two of them give the start again.
fn end(start: f32, operations: i32) -> f32 {
    match operations % 2 {
        0 => start,
        _ => start * FACTOR + TERM,
    }
}

impl Task for Chains {
    fn band(&self, size: Size) -> Option<u64> {
        Some(u64::from(size.block()))
    }

    fn dispatch(&self, size: Size, elements: u64, _: &Machine) -> Dispatch {
        let coefficients = [FACTOR, TERM].into_iter().flat_map(f32::to_le_bytes);
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides: overrides(size, self.iterations),
            buffers: bound([zeros(elements), Contents::Bytes(coefficients.collect())]),
        }
    }

    fn reference(&self, size: Size, _: &Machine, first: u64, out: &mut [u32]) {
        for (index, word) in (first..).zip(out) {
            let start = (index % u64::from(size.block())) as f32;
            let result = match self.kind {
                Kind::One => end(start, 4 * self.iterations),
                Kind::Four => [0.0, 1.0, 2.0, 3.0]
                    .into_iter()
                    .map(|more| end(start + more, self.iterations))
                    .sum(),
            };
            *word = result.to_bits();
        }
    }

    /// Only the results are moved.
    fn useful_bytes(&self, size: Size) -> u64 {
        4 * u64::from(size.n())
    }

    /// Four multiply-adds for each iteration of each lane, whatever the number of chains.
    fn operations(&self, size: Size) -> Option<u64> {
        Some(2 * 4 * u64::from(self.iterations()?) * u64::from(size.n()))
    }

    fn parameter(&self) -> Option<Parameter> {
        Some(Parameter::Iterations)
    }

    fn iterations(&self) -> Option<u32> {
        u32::try_from(self.iterations).ok()
    }

    fn with_parameter(&self, value: u32) -> Option<Box<dyn Task>> {
        let iterations = i32::try_from(value).ok()?;
        Some(Box::new(Chains { iterations, ..*self }))
    }
}
