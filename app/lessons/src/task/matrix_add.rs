//! The sum of two matrices with blocks of one shape.

use super::Task;
use super::buffers::{bound, pattern, zeros};
use super::square::{self, side};
use crate::size::Size;
use simt::{Dispatch, Machine, Pattern};
use std::collections::BTreeMap;

/// `a`, `b`, `c`: side × side words; c = a + b. Blocks of x × y lanes.
#[derive(Clone, Copy, Debug)]
pub struct MatrixAdd {
    pub block: [u32; 2],
}

impl Task for MatrixAdd {
    fn nearest(&self, size: Size) -> Size {
        square::nearest(size, 64..=16_384, self.block.iter().product())
    }

    /// A row of blocks repeats.
    fn band(&self, size: Size) -> Option<u64> {
        Some(u64::from(side(size)) * u64::from(self.block[1]))
    }

    fn workgroups(&self, size: Size, elements: u64) -> [u32; 3] {
        let [x, y] = self.block;
        let rows = elements / u64::from(side(size));
        [side(size).div_ceil(x), (rows as u32).div_ceil(y), 1]
    }

    fn dispatch(&self, size: Size, elements: u64, _: &Machine) -> Dispatch {
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides: BTreeMap::from([("WIDTH".to_owned(), f64::from(side(size)))]),
            buffers: bound([
                pattern(size.values().pattern(), elements),
                pattern(Pattern::Index, elements),
                zeros(elements),
            ]),
        }
    }

    fn output(&self) -> usize {
        2
    }

    fn reference(&self, size: Size, _: &Machine, first: u64, out: &mut [u32]) {
        for (index, sum) in (first..).zip(out) {
            *sum = size
                .values()
                .pattern()
                .word(index)
                .wrapping_add(Pattern::Index.word(index));
        }
    }

    /// Two elements are read and one is written.
    fn useful_bytes(&self, size: Size) -> u64 {
        12 * u64::from(size.n())
    }
}
