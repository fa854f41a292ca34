//! A fixed number of blocks strides over all the data, four elements per load.

use super::buffers::{bound, pattern, zeros};
use super::{Parameter, Task};
use crate::size::Size;
use simt::{Dispatch, Machine};
use std::collections::BTreeMap;

/// `data`: n words; one sum per block, or one for all blocks.
#[derive(Clone, Copy, Debug)]
pub struct GridStride {
    pub sums: Sums,
    /// Blocks in the grid; `None`: as many as the elements need, [`MOST_BLOCKS`] at most.
    pub blocks: Option<u32>,
}

/// The sums that a kernel writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sums {
    PerBlock,
    One,
}

/// Enough blocks to fill any current GPU.
const MOST_BLOCKS: u64 = 1024;
/// Minimum number of elements per lane, if there are enough elements.
const PER_LANE: u64 = 16;
/// Elements per load.
const VECTOR: u64 = 4;

impl GridStride {
    pub const SUM_PER_BLOCK: GridStride = GridStride::usual(Sums::PerBlock);
    pub const ONE_SUM: GridStride = GridStride::usual(Sums::One);

    const fn usual(sums: Sums) -> Self {
        GridStride { sums, blocks: None }
    }

    fn blocks(&self, size: Size, elements: u64) -> u64 {
        let each = u64::from(size.block()) * PER_LANE;
        match self.blocks {
            Some(blocks) => u64::from(blocks.max(1)),
            None => elements.div_ceil(each).clamp(1, MOST_BLOCKS),
        }
    }
}

impl Task for GridStride {
    fn nearest(&self, size: Size) -> Size {
        size.nearest_to(size.n().next_multiple_of(VECTOR as u32), size.block())
    }

    /// More data means more passes, not more blocks.
    fn band(&self, _: Size) -> Option<u64> {
        None
    }

    fn workgroups(&self, size: Size, elements: u64) -> [u32; 3] {
        [self.blocks(size, elements) as u32, 1, 1]
    }

    fn dispatch(&self, size: Size, elements: u64, _: &Machine) -> Dispatch {
        let sums = match self.sums {
            Sums::PerBlock => self.blocks(size, elements),
            Sums::One => 1,
        };
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides: BTreeMap::from([("BLOCK".to_owned(), f64::from(size.block()))]),
            buffers: bound([pattern(size.values().pattern(), elements), zeros(sums)]),
        }
    }

    fn output(&self) -> usize {
        1
    }

    fn output_words(&self, size: Size) -> u64 {
        match self.sums {
            Sums::PerBlock => self.blocks(size, u64::from(size.n())),
            Sums::One => 1,
        }
    }

    fn reference(&self, size: Size, _: &Machine, first: u64, out: &mut [u32]) {
        let n = u64::from(size.n());
        let chunk = u64::from(size.block()) * VECTOR;
        let sum = |elements: std::ops::Range<u64>| {
            let words = elements.map(|index| size.values().pattern().word(index));
            words.fold(0, u32::wrapping_add)
        };
        let all = self.blocks(size, n);
        for (block, word) in (first..).zip(out) {
            *word = match self.sums {
                Sums::PerBlock => (block * chunk..n)
                    .step_by((all * chunk) as usize)
                    .map(|begin| sum(begin..(begin + chunk).min(n)))
                    .fold(0, u32::wrapping_add),
                Sums::One => sum(0..n),
            };
        }
    }

    fn useful_bytes(&self, size: Size) -> u64 {
        4 * u64::from(size.n())
    }

    fn parameter(&self) -> Option<Parameter> {
        Some(Parameter::Blocks)
    }

    fn with_parameter(&self, value: u32) -> Option<Box<dyn Task>> {
        Some(Box::new(GridStride {
            blocks: Some(value),
            ..*self
        }))
    }
}
