//! A fixed number of blocks strides over all the data, four elements to a load.

use super::Task;
use super::buffers::{bound, pattern, zeros};
use crate::size::Size;
use simt::{Dispatch, Machine, Pattern};
use std::collections::BTreeMap;

/// `data`: n words; a sum for each block, or one for all.
#[derive(Clone, Copy, Debug)]
pub enum GridStride {
    SumPerBlock,
    OneSum,
}

/// Enough blocks to fill any GPU of today.
const MOST_BLOCKS: u64 = 1024;
/// Elements that a lane takes at least, where there are enough.
const PER_LANE: u64 = 16;
/// Elements of a load.
const VECTOR: u64 = 4;

fn blocks(size: Size, elements: u64) -> u64 {
    let each = u64::from(size.block()) * PER_LANE;
    elements.div_ceil(each).clamp(1, MOST_BLOCKS)
}

impl Task for GridStride {
    fn nearest(&self, size: Size) -> Size {
        Size::nearest(size.n().next_multiple_of(VECTOR as u32), size.block())
    }

    /// More data means more passes and not more blocks.
    fn band(&self, _: Size) -> Option<u64> {
        None
    }

    fn workgroups(&self, size: Size, elements: u64) -> [u32; 3] {
        [blocks(size, elements) as u32, 1, 1]
    }

    fn dispatch(&self, size: Size, elements: u64, _: &Machine) -> Dispatch {
        let sums = match self {
            GridStride::SumPerBlock => blocks(size, elements),
            GridStride::OneSum => 1,
        };
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides: BTreeMap::from([("BLOCK".to_owned(), f64::from(size.block()))]),
            buffers: bound([pattern(Pattern::Bytes, elements), zeros(sums)]),
        }
    }

    fn output(&self) -> usize {
        1
    }

    fn output_words(&self, size: Size) -> u64 {
        match self {
            GridStride::SumPerBlock => blocks(size, u64::from(size.n())),
            GridStride::OneSum => 1,
        }
    }

    fn reference(&self, size: Size, _: &Machine, first: u64, out: &mut [u32]) {
        let n = u64::from(size.n());
        let chunk = u64::from(size.block()) * VECTOR;
        let sum = |elements: std::ops::Range<u64>| {
            let words = elements.map(|index| Pattern::Bytes.word(index));
            words.fold(0, u32::wrapping_add)
        };
        let all = blocks(size, n);
        for (block, word) in (first..).zip(out) {
            *word = match self {
                GridStride::SumPerBlock => (block * chunk..n)
                    .step_by((all * chunk) as usize)
                    .map(|begin| sum(begin..(begin + chunk).min(n)))
                    .fold(0, u32::wrapping_add),
                GridStride::OneSum => sum(0..n),
            };
        }
    }

    fn useful_bytes(&self, size: Size) -> u64 {
        4 * u64::from(size.n())
    }
}
