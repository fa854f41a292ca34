//! Loops that lanes leave after different numbers of iterations.

use super::buffers::{bound, pattern};
use super::diverge::{ITERATIONS, overrides};
use super::known::Known;
use super::{Parameter, Task};
use crate::size::Size;
use simt::{Dispatch, Machine, Pattern};

/// `data`: n words, changed in place by a loop of `iterations` × 1, 2, … warp width ÷ warp width.
#[derive(Clone, Copy, Debug)]
pub struct Leave {
    pub by: By,
    /// Iterations of the lanes that stay longest.
    pub iterations: i32,
}

/// Those that leave a loop together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Each lane of a warp leaves at another time.
    Lane,
    /// The lanes of a warp leave together.
    Warp,
}

impl Leave {
    pub const fn by(by: By) -> Self {
        Leave {
            by,
            iterations: ITERATIONS,
        }
    }

    /// Returns the iterations of an element's loop.
    fn length(&self, index: u64, width: u64) -> i32 {
        let turn = match self.by {
            By::Lane => index % width,
            By::Warp => index / width % width,
        };
        self.iterations * (turn as i32 + 1) / width as i32
    }
}

impl Task for Leave {
    fn band(&self, size: Size) -> Option<u64> {
        match self.by {
            By::Lane => Some(u64::from(size.block())),
            // Lengths repeat only after as many warps as a warp has lanes.
            By::Warp => None,
        }
    }

    fn dispatch(&self, size: Size, elements: u64, machine: &Machine) -> Dispatch {
        let mut overrides = overrides(size, self.iterations);
        overrides.insert("WARP_WIDTH".to_owned(), f64::from(machine.warp_width));
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides,
            buffers: bound([pattern(Pattern::Bytes, elements)]),
        }
    }

    fn reference(&self, _: Size, machine: &Machine, first: u64, out: &mut [u32]) {
        let width = u64::from(machine.warp_width);
        let mut results = Known::new();
        for (index, value) in (first..).zip(out) {
            let length = self.length(index, width);
            *value = results.of(length, Pattern::Bytes.word(index), |start| {
                let step = |x: i32, k: i32| x.wrapping_mul(5).wrapping_add(1) ^ k;
                (0..length).fold(start.cast_signed(), step).cast_unsigned()
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
        Some(Box::new(Leave { iterations, ..*self }))
    }
}
