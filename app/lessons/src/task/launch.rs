//! A tree of launches: each block of a level requests two blocks of the next level.

use super::buffers::{bound, zeros};
use super::{LaunchChain, LaunchLevel, Task};
use crate::size::Size;
use simt::{Contents, Dispatch, Machine};
use std::collections::BTreeMap;

/// `arguments`: arguments of the next dispatch, 5 words; `log`: the level of each block of the tree, one word per
/// block.
#[derive(Clone, Copy, Debug)]
pub enum Launch {
    /// The first level, launched by the host.
    First,
    /// The second level, requested by the first.
    Second,
}

/// Blocks that each block requests, and number of levels.
const GRID: u32 = 2;
const DEPTH: u32 = 3;

/// Words of the log: the host, then 2, 4 and 8 blocks.
const LOG: u64 = 15;

/// Arguments of the host's launch: x, y, z, the level, and the number of its first block in the tree.
const HOST: [u32; 5] = [GRID, 1, 1, 1, 1];

/// Returns the arguments that a level started with `launched` writes for the next. Below the deepest level, there are
/// no blocks.
const fn written([blocks, _, _, level, first]: [u32; 5]) -> [u32; 5] {
    let more = if level < DEPTH { blocks * GRID } else { 0 };
    [more, 1, 1, level + 1, first * GRID + 1]
}

impl Launch {
    /// Returns the arguments that the previous level wrote.
    const fn launched(self) -> [u32; 5] {
        match self {
            Launch::First => HOST,
            Launch::Second => written(HOST),
        }
    }
}

impl Task for Launch {
    /// The tree has only one size.
    fn nearest(&self, size: Size) -> Size {
        size.nearest_to(Size::MIN_N, size.block())
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
                Some(Contents::Bytes(words.into_iter().flat_map(u32::to_le_bytes).collect()))
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
        let blocks_of_level = u64::from(number)..u64::from(number + blocks);
        for (block, word) in (first..).zip(out) {
            *word = if blocks_of_level.contains(&block) { level } else { 0 };
        }
    }

    fn useful_bytes(&self, _: Size) -> u64 {
        4 * LOG
    }

    fn launches(&self) -> Option<LaunchChain> {
        let mut levels: Vec<LaunchLevel> = Vec::new();
        let mut launched = HOST;
        while launched[0] > 0 {
            // CUDA launches one grid for each block of the previous level, or for the host.
            let grids = levels.last().map_or(1, |before| before.blocks);
            let [blocks, _, _, level, first] = launched;
            launched = written(launched);
            levels.push(LaunchLevel {
                level,
                blocks,
                first,
                grids,
                arguments: launched,
            });
        }
        let [_, _, _, level, _] = self.launched();
        Some(LaunchChain {
            shown: levels.iter().position(|each| each.level == level)?,
            levels,
            arguments: (0, 0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GalleryKernel;
    use simt::{RunOptions, compile, run};

    /// Runs the chain on the machine, each dispatch with the arguments that the previous one wrote, and compares it
    /// with [`Launch::launches`].
    #[test]
    fn the_machine_runs_the_chain_to_its_end() {
        let chain = Launch::First.launches().expect("a chain");
        let size = Size::fixed(64, 64);
        let (mut number, mut launched) = (0, HOST);
        let mut log = vec![0_u32; LOG as usize];
        while launched[0] > 0 {
            let name = ["nested_launch_parent", "nested_launch_child"][number.min(1)];
            let kernel = GalleryKernel::by_name(name).expect("in the gallery");
            let program = compile(&kernel.kernel.source, None).expect("it compiles");
            let mut dispatch = kernel.dispatch(size, &Machine::default());
            let bytes = |words: &[u32]| Contents::Bytes(words.iter().copied().flat_map(u32::to_le_bytes).collect());
            dispatch.workgroups = [launched[0], launched[1], launched[2]];
            dispatch.buffers[1].contents = bytes(&log);
            if let Some(buffer) = dispatch.buffers.get_mut(2) {
                buffer.contents = bytes(&launched);
            }
            let done = run(&program, &dispatch, &RunOptions::default()).expect("it runs");
            let level = chain.levels[number];
            assert_eq!([level.blocks, 1, 1, level.level, level.first], launched);
            launched.copy_from_slice(&done.buffers[0]);
            log.copy_from_slice(&done.buffers[1]);
            assert_eq!(level.arguments, launched, "level {}", level.level);
            number += 1;
        }
        assert_eq!(number, chain.levels.len());
        let blocks: u32 = chain.levels.iter().map(|level| level.blocks).sum();
        let grids: u32 = chain.levels.iter().map(|level| level.grids).sum();
        assert_eq!((blocks, grids), (14, 7));
        // Every block of the tree has logged its level.
        let logged = |level: &LaunchLevel| {
            let blocks_of_level = level.first as usize..(level.first + level.blocks) as usize;
            log[blocks_of_level].iter().all(|word| *word == level.level)
        };
        assert!(chain.levels.iter().all(logged), "{log:?}");
        let shown_level = |launch: Launch| launch.launches().map(|chain| chain.shown);
        assert_eq!(
            (shown_level(Launch::First), shown_level(Launch::Second)),
            (Some(0), Some(1))
        );
    }
}
