//! Multiplications and additions that depend on each other, in one chain or in several.

use super::Task;
use super::buffers::{bound, zeros};
use super::diverge::{ITERATIONS, one_each, overrides};
use crate::size::Size;
use simt::{Contents, Dispatch, Machine};

/// `results`: n words; `coefficients`: factor and term. Four operations per iteration, in one chain or in four.
#[derive(Clone, Copy, Debug)]
pub enum Chains {
    One,
    Four,
}

const FACTOR: i32 = 5;
const TERM: i32 = 3;

/// A chain of multiplications and additions as a function of its start. Any number of them is one multiplication and one
/// addition, modulo 2^32: a reference over millions of starts need not repeat the chain.
#[derive(Clone, Copy)]
struct Chain {
    factor: i32,
    term: i32,
}

impl Chain {
    fn of(operations: i32) -> Self {
        let run = |start: i32| {
            (0..operations).fold(start, |x, _| x.wrapping_mul(FACTOR).wrapping_add(TERM))
        };
        Chain {
            factor: run(1).wrapping_sub(run(0)),
            term: run(0),
        }
    }

    fn end(self, start: i32) -> i32 {
        start.wrapping_mul(self.factor).wrapping_add(self.term)
    }
}

impl Task for Chains {
    fn band(&self, size: Size) -> Option<u64> {
        Some(u64::from(size.block()))
    }

    fn workgroups(&self, size: Size, elements: u64) -> [u32; 3] {
        one_each(size, elements)
    }

    fn dispatch(&self, size: Size, elements: u64, _: &Machine) -> Dispatch {
        let coefficients = [FACTOR, TERM].into_iter().flat_map(i32::to_le_bytes);
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides: overrides(size, ITERATIONS),
            buffers: bound([zeros(elements), Contents::Bytes(coefficients.collect())]),
        }
    }

    fn output(&self) -> usize {
        0
    }

    fn output_words(&self, size: Size) -> u64 {
        u64::from(size.n())
    }

    fn reference(&self, _: Size, _: &Machine, first: u64, out: &mut [u32]) {
        let [whole, quarter] = [4 * ITERATIONS, ITERATIONS].map(Chain::of);
        for (index, word) in (first..).zip(out) {
            let start = index as i32;
            let result = match self {
                Chains::One => whole.end(start),
                Chains::Four => (0..4).fold(0, |all, c| all ^ quarter.end(start + c)),
            };
            *word = result.cast_unsigned();
        }
    }

    /// Only the results are moved.
    fn useful_bytes(&self, size: Size) -> u64 {
        4 * u64::from(size.n())
    }
}
