//! Words that are moved from one array to another: copied, added or reversed.

use super::Task;
use super::buffers::{bound, pattern, zeros};
use crate::size::Size;
use simt::{Dispatch, Machine, Pattern, fold_workgroups};
use std::collections::BTreeMap;

/// The operation on the words.
#[derive(Clone, Copy, Debug)]
pub enum Stream {
    /// `input`, `output`: n words, `per_lane` of them for each lane.
    Copy { per_lane: u32 },
    /// `input`, `output`: n words, in vectors of four.
    CopyVectors,
    /// `a`, `b`, `c`: n words, a = b + c. Consecutive words of a lane are as far apart as the dispatch has lanes.
    Add,
    /// `a`, `b`, `c`: n words, c = a + b, one word for each lane of a grid in one dimension.
    Sum,
    /// `data`: n words, reversed within each block.
    Reverse,
}

/// The most blocks in one dimension of a grid that every WebGPU adapter accepts.
const MOST_BLOCKS: u32 = 65_535;

/// Words per lane in the loop of [`Stream::Add`].
const ADDED_PER_LANE: u32 = 16;

impl Stream {
    const fn per_lane(self) -> u32 {
        match self {
            Stream::Copy { per_lane } => per_lane,
            Stream::CopyVectors => 4,
            Stream::Add => ADDED_PER_LANE,
            Stream::Sum | Stream::Reverse => 1,
        }
    }
}

impl Task for Stream {
    fn nearest(&self, size: Size) -> Size {
        match self {
            Stream::CopyVectors => size.nearest_to(size.n().next_multiple_of(self.per_lane()), size.block()),
            Stream::Sum => size.nearest_to(size.n().min(MOST_BLOCKS * size.block()), size.block()),
            _ => size,
        }
    }

    fn band(&self, size: Size) -> Option<u64> {
        Some(u64::from(size.block() * self.per_lane()))
    }

    fn workgroups(&self, size: Size, elements: u64) -> [u32; 3] {
        let each = u64::from(size.block() * self.per_lane());
        let blocks = elements.div_ceil(each) as u32;
        match self {
            Stream::Sum => [blocks, 1, 1],
            _ => fold_workgroups(blocks),
        }
    }

    fn dispatch(&self, size: Size, elements: u64, _: &Machine) -> Dispatch {
        let mut overrides = BTreeMap::from([("BLOCK".to_owned(), f64::from(size.block()))]);
        let bytes = pattern(size.values().pattern(), elements);
        let buffers = match self {
            Stream::Copy { .. } | Stream::CopyVectors => bound([bytes, zeros(elements)]),
            Stream::Add => {
                overrides.insert("PER_LANE".to_owned(), f64::from(ADDED_PER_LANE));
                bound([zeros(elements), bytes, pattern(Pattern::Index, elements)])
            }
            Stream::Sum => bound([bytes, pattern(Pattern::Index, elements), zeros(elements)]),
            Stream::Reverse => bound([bytes]),
        };
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides,
            buffers,
        }
    }

    fn output(&self) -> usize {
        match self {
            Stream::Sum => 2,
            Stream::Copy { .. } | Stream::CopyVectors => 1,
            Stream::Add | Stream::Reverse => 0,
        }
    }

    fn reference(&self, size: Size, _: &Machine, first: u64, out: &mut [u32]) {
        let (n, block) = (u64::from(size.n()), u64::from(size.block()));
        for (index, word) in (first..).zip(out) {
            *word = match self {
                Stream::Copy { .. } | Stream::CopyVectors => size.values().pattern().word(index),
                Stream::Add | Stream::Sum => {
                    let (b, c) = (size.values().pattern().word(index), Pattern::Index.word(index));
                    b.wrapping_add(c)
                }
                Stream::Reverse => {
                    let begin = index / block * block;
                    let end = (begin + block).min(n);
                    size.values().pattern().word(end - 1 - (index - begin))
                }
            };
        }
    }

    /// Each word is read once and written once; a sum reads two words for each that it writes.
    fn useful_bytes(&self, size: Size) -> u64 {
        let each = match self {
            Stream::Add | Stream::Sum => 12,
            Stream::Copy { .. } | Stream::CopyVectors | Stream::Reverse => 8,
        };
        each * u64::from(size.n())
    }

    fn elements_per_lane(&self) -> Option<u32> {
        Some(self.per_lane())
    }
}
