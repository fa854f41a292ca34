//! Sums of distances, with a cheap path for elements that lie above all the points they are compared with.

use super::Task;
use super::buffers::{bound, pattern};
use super::diverge::{ITERATIONS, overrides};
use crate::size::Size;
use simt::{Dispatch, Machine, Pattern};

/// `data`: n words. Each becomes the sum of its distances to 0, 1, … `ITERATIONS` - 1.
#[derive(Clone, Copy, Debug)]
pub struct Distances;

/// Runs that end in the middle of a warp: in some warps all lanes agree, in others they do not.
const DATA: Pattern = Pattern::Runs {
    length: 48,
    first: 10,
    second: 200,
};

impl Task for Distances {
    /// Blocks are not alike, because runs do not divide them.
    fn band(&self, _: Size) -> Option<u64> {
        None
    }

    fn dispatch(&self, size: Size, elements: u64, _: &Machine) -> Dispatch {
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides: overrides(size, ITERATIONS),
            buffers: bound([pattern(DATA, elements)]),
        }
    }

    fn reference(&self, _: Size, _: &Machine, first: u64, out: &mut [u32]) {
        for (index, value) in (first..).zip(out) {
            let x = DATA.word(index).cast_signed();
            let distances = (0..ITERATIONS).map(|k| (x - k).unsigned_abs());
            *value = distances.sum();
        }
    }

    fn useful_bytes(&self, size: Size) -> u64 {
        8 * u64::from(size.n())
    }
}
