//! A chain of grids, each of which writes the size of the next one, and the progress of the shown grid.

use lessons::LaunchChain;
use simt::{Cursor, Frame, Request};

/// The words that a level writes for the next one: x, y, z, the level, the index of the first block.
pub const WORDS: usize = 5;

/// The chain at one press.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchModel {
    pub chain: LaunchChain,
    /// Lanes in a block.
    pub lanes: u32,
    /// The index of the followed block in the shown level.
    pub block: u32,
    /// The words that the followed block has written by now.
    pub written: [Option<u32>; WORDS],
    /// True for each word that the next statement writes.
    pub next: [bool; WORDS],
}

/// Sums over the whole chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals {
    /// The grids that CUDA launches, and the indirect dispatches that replace them in WebGPU.
    pub grids: u32,
    pub dispatches: u32,
    pub blocks: u32,
    pub lanes: u32,
}

pub fn launch(cursor: &Cursor, frame: &Frame, chain: LaunchChain) -> LaunchModel {
    let trace = cursor.trace();
    let slot = Some(chain.arguments);
    let memory = trace.memories.iter().position(|memory| memory.slot == slot);
    let words = |request: &Request<'_>| -> Vec<usize> {
        let takes = request.access.writes() && Some(request.memory as usize) == memory;
        let lanes = request.addresses.lanes(request.mask);
        lanes
            .filter(|_| takes)
            .flat_map(|(_, address)| address / 4..address / 4 + request.words)
            .map(|word| word as usize)
            .filter(|word| *word < WORDS)
            .collect()
    };
    let mut model = LaunchModel {
        lanes: trace.invocations,
        block: trace.workgroup_id[0],
        chain,
        written: [None; WORDS],
        next: [false; WORDS],
    };
    let Some(memory) = memory else { return model };
    let (values, first) = (cursor.memory(memory), trace.memories[memory].first_word as usize);
    for step in 0..frame.steps.end {
        for word in trace.requests(step).flat_map(|request| words(&request)) {
            if step < frame.steps.start {
                let place = word.checked_sub(first);
                model.written[word] = place.and_then(|place| values.get(place)).copied();
            } else {
                model.next[word] = true;
            }
        }
    }
    model
}

impl LaunchModel {
    pub fn totals(&self) -> Totals {
        let levels = &self.chain.levels;
        let blocks = levels.iter().map(|level| level.blocks).sum();
        Totals {
            grids: levels.iter().map(|level| level.grids).sum(),
            dispatches: levels.len() as u32,
            blocks,
            lanes: blocks * self.lanes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::samples;
    use lessons::GalleryKernel;
    use simt::Grain;

    fn at_each_press(name: &str) -> Vec<LaunchModel> {
        let kernel = GalleryKernel::by_name(name).expect("in the gallery");
        let chain = kernel.task.launches().expect("a chain");
        let mut playback = samples::playback(name, 64, 64);
        let stops = playback.cursor.stops(Grain::Statement);
        let positions: Vec<usize> = (0..stops.count()).filter_map(|rank| stops.at(rank)).collect();
        let model = |position| {
            playback.cursor.seek(position);
            let frame = playback.cursor.frame(Grain::Statement);
            launch(&playback.cursor, &frame, chain.clone())
        };
        positions.into_iter().map(model).collect()
    }

    #[test]
    fn a_level_writes_word_by_word_what_the_chain_says() {
        for name in ["nested_launch_parent", "nested_launch_child"] {
            let presses = at_each_press(name);
            let first = &presses[0];
            assert_eq!(first.written, [None; WORDS], "{name}");
            let last = presses.last().expect("a press");
            let level = last.chain.levels[last.chain.shown];
            assert_eq!(last.written, level.arguments.map(Some), "{name}");
            for pair in presses.windows(2) {
                for word in 0..WORDS {
                    // A word that is next at one press is written at the following one.
                    let now = pair[0].written[word].is_some() || pair[0].next[word];
                    assert_eq!(now, pair[1].written[word].is_some(), "{name}, word {word}");
                }
            }
        }
    }

    #[test]
    fn three_levels_have_fourteen_blocks() {
        let presses = at_each_press("nested_launch_parent");
        let totals = Totals {
            grids: 7,
            dispatches: 3,
            blocks: 14,
            lanes: 14 * 64,
        };
        assert_eq!(presses[0].totals(), totals);
    }
}
