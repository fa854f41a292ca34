//! A grid in one dimension, whose threads have one element each: its blocks, and one of them cut into warps.

/// The grid of a run, and the block that the picture follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridModel {
    pub blocks: u32,
    pub followed: u32,
    /// Threads of a block.
    pub block: u32,
    pub warp_width: u32,
    /// Elements of the array; the last block may have more threads than elements.
    pub elements: u64,
}

/// A place in the row of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Block(u32),
    /// Blocks that are left out.
    Gap(u32),
}

impl GridModel {
    /// Returns the element of a thread of the followed block, whether the array has it or not.
    pub fn index(&self, thread: u32) -> u64 {
        u64::from(self.followed) * u64::from(self.block) + u64::from(thread)
    }

    /// Returns the number of threads of a block that have an element: the first ones.
    pub fn busy(&self, block: u32) -> u32 {
        let before = u64::from(block) * u64::from(self.block);
        let left = self.elements.saturating_sub(before);
        left.min(u64::from(self.block)) as u32
    }

    pub fn threads(&self) -> u64 {
        u64::from(self.blocks) * u64::from(self.block)
    }

    /// Returns the number of threads of the grid without an element.
    pub fn idle(&self) -> u64 {
        self.threads().saturating_sub(self.elements)
    }

    /// Returns the number of warps of a block.
    pub fn warps(&self) -> u32 {
        self.block.div_ceil(self.warp_width.max(1))
    }

    /// Returns the last thread of the followed block that has an element.
    pub fn last_busy(&self) -> u32 {
        self.busy(self.followed).saturating_sub(1)
    }

    /// Returns the row of blocks with at most `most` places: all blocks, or the first ones, the followed one and the last.
    pub fn row(&self, most: u32) -> Vec<Place> {
        let last = self.blocks.saturating_sub(1);
        if self.blocks <= most {
            return (0..self.blocks).map(Place::Block).collect();
        }
        // Two gaps, the followed block and the last one take their places first.
        let first = most.saturating_sub(4).max(1);
        let mut blocks: Vec<u32> = (0..first).chain([self.followed, last]).collect();
        blocks.sort_unstable();
        blocks.dedup();
        let mut row = Vec::new();
        let mut next = 0;
        for block in blocks {
            if block > next {
                row.push(Place::Gap(block - next));
            }
            row.push(Place::Block(block));
            next = block + 1;
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Place::{Block, Gap};

    const RAGGED: GridModel = GridModel {
        blocks: 8,
        followed: 7,
        block: 128,
        warp_width: 32,
        elements: 1000,
    };

    #[test]
    fn the_last_block_has_threads_without_an_element() {
        assert_eq!((RAGGED.busy(0), RAGGED.busy(7)), (128, 104));
        assert_eq!((RAGGED.threads(), RAGGED.idle()), (1024, 24));
        assert_eq!(RAGGED.index(RAGGED.last_busy()), 999);
        assert_eq!(RAGGED.warps(), 4);
    }

    #[test]
    fn every_element_has_one_thread() {
        let all = (0..RAGGED.blocks).map(|block| u64::from(RAGGED.busy(block)));
        assert_eq!(all.sum::<u64>(), RAGGED.elements);
    }

    #[test]
    fn a_long_row_leaves_blocks_out_and_counts_them() {
        let row_of = |blocks, followed| {
            GridModel {
                blocks,
                followed,
                ..RAGGED
            }
            .row(7)
        };
        assert_eq!(row_of(3, 1), [Block(0), Block(1), Block(2)]);
        assert_eq!(
            row_of(100, 50),
            [Block(0), Block(1), Block(2), Gap(47), Block(50), Gap(48), Block(99)]
        );
        assert_eq!(row_of(100, 99), [Block(0), Block(1), Block(2), Gap(96), Block(99)]);
        for followed in 0..100 {
            let row = row_of(100, followed);
            let count = row.iter().map(|place| match place {
                Block(_) => 1,
                Gap(count) => *count,
            });
            assert_eq!(count.sum::<u32>(), 100);
            assert!(row.contains(&Block(followed)) && row.len() <= 7);
        }
    }
}
