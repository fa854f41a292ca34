//! Each block adds up tiles, in parallel or in sequence, and adds its sum to one word.

use super::Task;
use super::buffers::{bound, pattern, zeros};
use crate::size::Size;
use simt::{Dispatch, Machine, fold_workgroups};
use std::collections::BTreeMap;

/// `data`: n words, loaded four at a time; output: their sum.
#[derive(Clone, Copy, Debug)]
pub struct Total {
    pub elements_per_lane: u32,
    /// Tiles per block, if there are enough tiles.
    pub tiles_per_block: u32,
    /// Maximum number of blocks. If the tiles need more, each block takes more tiles.
    pub most_blocks: u64,
    /// True if the elements must fill their tiles, because lanes load without bounds checks.
    pub fills_tiles: bool,
}

/// Elements per load.
const VECTOR: u32 = 4;
impl Total {
    /// Measured: on an H200, 65536 blocks took longer for 2^28 words than this number.
    pub const IN_STEP: u64 = 16_384;

    /// 84 blocks for each of the 132 multiprocessors of an H200, two resident at a time: no round of blocks leaves a
    /// multiprocessor idle. Measured: with nearby numbers of blocks that do not divide evenly, 2^28 words took 0.1 %
    /// longer.
    pub const IN_ROUNDS: u64 = 84 * 132;

    /// Returns the elements per block, if `most_blocks` suffices.
    fn share(self, size: Size) -> u64 {
        u64::from(size.block()) * u64::from(self.elements_per_lane) * u64::from(self.tiles_per_block)
    }
}

impl Task for Total {
    fn nearest(&self, size: Size) -> Size {
        let unit = if self.fills_tiles {
            size.block() * self.elements_per_lane
        } else {
            VECTOR
        };
        size.nearest_to(size.n().next_multiple_of(unit), size.block())
    }

    fn band(&self, size: Size) -> Option<u64> {
        // At `most_blocks`, more data means more passes instead of more blocks.
        let share = self.share(size);
        (u64::from(size.n()) <= self.most_blocks.saturating_mul(share)).then_some(share)
    }

    fn workgroups(&self, size: Size, elements: u64) -> [u32; 3] {
        let blocks = elements.div_ceil(self.share(size));
        fold_workgroups(blocks.min(self.most_blocks) as u32)
    }

    fn dispatch(&self, size: Size, elements: u64, _: &Machine) -> Dispatch {
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides: BTreeMap::from([("BLOCK".to_owned(), f64::from(size.block()))]),
            buffers: bound([pattern(size.values().pattern(), elements), zeros(1)]),
        }
    }

    fn output(&self) -> usize {
        1
    }

    fn output_words(&self, _: Size) -> u64 {
        1
    }

    fn reference(&self, size: Size, _: &Machine, _: u64, out: &mut [u32]) {
        let words = (0..u64::from(size.n())).map(|index| size.values().pattern().word(index));
        out.fill(words.fold(0, u32::wrapping_add));
    }

    fn useful_bytes(&self, size: Size) -> u64 {
        4 * u64::from(size.n())
    }
}
