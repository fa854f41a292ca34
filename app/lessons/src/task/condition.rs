//! One condition in a loop: with `else`, without it, and on a value that all lanes share.

use super::buffers::{bound, pattern};
use super::diverge::{ITERATIONS, overrides};
use super::known::Known;
use super::{Parameter, Task};
use crate::size::Size;
use simt::{Contents, Dispatch, Machine, Pattern};

/// `data`: n words. Each is the start of a sequence of numbers below 16, and becomes a sum of them.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    pub kind: Kind,
    pub iterations: i32,
}

/// The condition, and what is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Numbers equal to [`WANTED`] are added.
    WithoutElse,
    /// Numbers equal to [`WANTED`] are added, the others are subtracted.
    WithElse,
    /// All numbers are added, because `mode`, one word, is [`WANTED`].
    Shared,
}

/// The number that the condition compares with.
const WANTED: i32 = 10;
/// Numbers of the sequence are below this.
const NUMBERS: i32 = 16;

impl Condition {
    pub const fn of(kind: Kind) -> Self {
        Condition {
            kind,
            iterations: ITERATIONS,
        }
    }

    fn sum(&self, start: i32) -> i32 {
        let mut x = start;
        let mut sum = 0_i32;
        for _ in 0..self.iterations {
            x = x.wrapping_mul(5).wrapping_add(1) & (NUMBERS - 1);
            let sign = match self.kind {
                Kind::WithoutElse => i32::from(x == WANTED),
                Kind::WithElse if x == WANTED => 1,
                Kind::WithElse => -1,
                Kind::Shared => 1,
            };
            sum = sum.wrapping_add(sign * x);
        }
        sum
    }
}

impl Task for Condition {
    /// The data decide which lanes meet the condition, so no two blocks are alike.
    fn band(&self, size: Size) -> Option<u64> {
        match self.kind {
            Kind::Shared => Some(u64::from(size.block())),
            Kind::WithoutElse | Kind::WithElse => None,
        }
    }

    fn dispatch(&self, size: Size, elements: u64, _: &Machine) -> Dispatch {
        let mut buffers = vec![pattern(Pattern::Bytes, elements)];
        if self.kind == Kind::Shared {
            buffers.push(Contents::Bytes(WANTED.to_le_bytes().to_vec()));
        }
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides: overrides(size, self.iterations),
            buffers: bound(buffers),
        }
    }

    fn reference(&self, _: Size, _: &Machine, first: u64, out: &mut [u32]) {
        let mut results = Known::new();
        for (index, value) in (first..).zip(out) {
            *value = results.of((), Pattern::Bytes.word(index), |start| {
                self.sum(start.cast_signed()).cast_unsigned()
            });
        }
    }

    /// Each element is read and written once.
    fn useful_bytes(&self, size: Size) -> u64 {
        8 * u64::from(size.n())
    }

    fn parameter(&self) -> Option<Parameter> {
        Some(Parameter::Iterations)
    }

    fn iterations(&self) -> Option<u32> {
        u32::try_from(self.iterations).ok()
    }

    fn with_parameter(&self, value: u32) -> Option<Box<dyn Task>> {
        let iterations = i32::try_from(value).ok()?;
        Some(Box::new(Condition { iterations, ..*self }))
    }
}
