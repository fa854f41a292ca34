//! Each block reduces its section of the data to one word.

use super::Task;
use super::buffers::{bound, pattern, zeros};
use crate::size::Size;
use simt::{Dispatch, Machine, fold_workgroups};
use std::collections::BTreeMap;

/// `data`: n words; output: one word for each `elements_per_lane` × block elements.
#[derive(Clone, Copy, Debug)]
pub struct Reduce {
    pub elements_per_lane: u32,
    pub fold: Fold,
    /// Minimum lanes per block. A tree whose last steps are unrolled begins with that many words.
    pub least_block: u32,
}

/// The operation that combines two words.
#[derive(Clone, Copy, Debug)]
pub enum Fold {
    Sum,
    Max,
}

impl Reduce {
    /// A sum with one element per lane.
    pub const SUM: Reduce = Reduce::sum(1);

    /// Returns a sum with `elements_per_lane` elements per lane.
    pub const fn sum(elements_per_lane: u32) -> Self {
        Reduce {
            elements_per_lane,
            fold: Fold::Sum,
            least_block: Size::BLOCKS[0],
        }
    }

    /// Returns the same reduction in blocks of at least `least_block` lanes.
    pub const fn in_blocks_from(self, least_block: u32) -> Self {
        Reduce { least_block, ..self }
    }

    fn blocks(&self, size: Size, elements: u64) -> u64 {
        elements.div_ceil(self.chunk(size))
    }

    fn chunk(&self, size: Size) -> u64 {
        u64::from(size.block()) * u64::from(self.elements_per_lane)
    }
}

impl Task for Reduce {
    fn nearest(&self, size: Size) -> Size {
        size.nearest_to(size.n(), size.block().max(self.least_block))
    }

    fn band(&self, size: Size) -> Option<u64> {
        Some(self.chunk(size))
    }

    fn workgroups(&self, size: Size, elements: u64) -> [u32; 3] {
        fold_workgroups(self.blocks(size, elements) as u32)
    }

    fn dispatch(&self, size: Size, elements: u64, _: &Machine) -> Dispatch {
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides: BTreeMap::from([("BLOCK".to_owned(), f64::from(size.block()))]),
            buffers: bound([
                pattern(size.values().pattern(), elements),
                zeros(self.blocks(size, elements)),
            ]),
        }
    }

    fn output(&self) -> usize {
        1
    }

    fn output_words(&self, size: Size) -> u64 {
        self.blocks(size, u64::from(size.n()))
    }

    fn reference(&self, size: Size, _: &Machine, first: u64, out: &mut [u32]) {
        let chunk = self.chunk(size);
        for (block, word) in (first..).zip(out) {
            let elements = block * chunk..((block + 1) * chunk).min(u64::from(size.n()));
            let values = elements.map(|index| size.values().pattern().word(index));
            *word = match self.fold {
                Fold::Sum => values.fold(0, u32::wrapping_add),
                Fold::Max => values.map(u32::cast_signed).max().unwrap_or(i32::MIN) as u32,
            };
        }
    }

    /// Each element is read once, as the published figures count it.
    fn useful_bytes(&self, size: Size) -> u64 {
        4 * u64::from(size.n())
    }

    fn elements_per_lane(&self) -> Option<u32> {
        Some(self.elements_per_lane)
    }
}
