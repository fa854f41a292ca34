//! Blocks add up tiles, side by side or one after the other, and come together in one word.

use super::Task;
use super::buffers::{bound, pattern, zeros};
use crate::size::Size;
use simt::{Dispatch, Machine, Pattern, fold_workgroups};
use std::collections::BTreeMap;

/// `data`: n words, loaded four at a time; their sum.
#[derive(Clone, Copy, Debug)]
pub struct Total {
    pub elements_per_lane: u32,
    /// With more tiles than that, blocks take several.
    pub most_blocks: u64,
}

/// Elements of a load.
const VECTOR: u32 = 4;
impl Total {
    /// With 65536 blocks an H200 took longer for 2^28 words than with these, measured.
    pub const IN_STEP: u64 = 16_384;

    fn tile(self, size: Size) -> u64 {
        u64::from(size.block()) * u64::from(self.elements_per_lane)
    }
}

impl Task for Total {
    fn nearest(&self, size: Size) -> Size {
        Size::nearest(size.n().next_multiple_of(VECTOR), size.block())
    }

    fn band(&self, size: Size) -> Option<u64> {
        // More blocks than that would be more passes.
        let tile = self.tile(size);
        (u64::from(size.n()) <= self.most_blocks.saturating_mul(tile)).then_some(tile)
    }

    fn workgroups(&self, size: Size, elements: u64) -> [u32; 3] {
        let tiles = elements.div_ceil(self.tile(size));
        fold_workgroups(tiles.min(self.most_blocks) as u32)
    }

    fn dispatch(&self, size: Size, elements: u64, _: &Machine) -> Dispatch {
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides: BTreeMap::from([("BLOCK".to_owned(), f64::from(size.block()))]),
            buffers: bound([pattern(Pattern::Bytes, elements), zeros(1)]),
        }
    }

    fn output(&self) -> usize {
        1
    }

    fn output_words(&self, _: Size) -> u64 {
        1
    }

    fn reference(&self, size: Size, _: &Machine, _: u64, out: &mut [u32]) {
        let words = (0..u64::from(size.n())).map(|index| Pattern::Bytes.word(index));
        out.fill(words.fold(0, u32::wrapping_add));
    }

    fn useful_bytes(&self, size: Size) -> u64 {
        4 * u64::from(size.n())
    }
}
