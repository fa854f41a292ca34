//! A tree of launches: every block of a level asks for two blocks of the next.

use super::Task;
use super::buffers::{bound, zeros};
use crate::size::Size;
use simt::{Contents, Dispatch, Machine};
use std::collections::BTreeMap;

/// `arguments`: what the next dispatch is given; `log`: the level of each block of the tree, one word for each.
#[derive(Clone, Copy, Debug)]
pub enum Launch {
    /// The host's launch, the first level.
    First,
    /// The launch that the first level asked for.
    Second,
}

/// Blocks that each block asks for, and levels.
const GRID: u32 = 2;
const DEPTH: u32 = 3;

/// Words of the log: the host, then 2, 4 and 8 blocks.
const LOG: u64 = 15;

impl Launch {
    /// What the level before wrote: x, y, z of this dispatch, its level and its first block's number in the tree.
    const fn launched(self) -> [u32; 5] {
        match self {
            Launch::First => [GRID, 1, 1, 1, 1],
            Launch::Second => [GRID * GRID, 1, 1, 2, 1 + GRID],
        }
    }
}

impl Task for Launch {
    /// The tree has one size.
    fn nearest(&self, size: Size) -> Size {
        Size::nearest(Size::MIN_N, size.block())
    }

    fn band(&self, _: Size) -> Option<u64> {
        None
    }

    fn workgroups(&self, _: Size, _: u64) -> [u32; 3] {
        let [x, y, z, ..] = self.launched();
        [x, y, z]
    }

    fn dispatch(&self, size: Size, elements: u64, _: &Machine) -> Dispatch {
        let launched = match self {
            Launch::First => None,
            Launch::Second => {
                let words = self.launched();
                Some(Contents::Bytes(
                    words.into_iter().flat_map(u32::to_le_bytes).collect(),
                ))
            }
        };
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides: BTreeMap::from([
                ("BLOCK".to_owned(), f64::from(size.block())),
                ("GRID".to_owned(), f64::from(GRID)),
                ("DEPTH".to_owned(), f64::from(DEPTH)),
            ]),
            buffers: bound([zeros(5), zeros(LOG)].into_iter().chain(launched)),
        }
    }

    fn output(&self) -> usize {
        1
    }

    fn output_words(&self, _: Size) -> u64 {
        LOG
    }

    fn reference(&self, _: Size, _: &Machine, first: u64, out: &mut [u32]) {
        let [blocks, _, _, level, number] = self.launched();
        let own = u64::from(number)..u64::from(number + blocks);
        for (block, word) in (first..).zip(out) {
            *word = if own.contains(&block) { level } else { 0 };
        }
    }

    fn useful_bytes(&self, _: Size) -> u64 {
        4 * LOG
    }
}
