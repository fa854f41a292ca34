//! The size of a run: n elements in blocks of so many lanes, checked.

use serde::{Deserialize, Serialize};

/// A checked size. Block sizes are powers of two, as the reduction trees need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Size {
    n: u32,
    block: u32,
}

/// Why a size cannot run. Each says what was asked and what can be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeError {
    /// n below [`Size::MIN_N`] (n = 0 too).
    TooFew { n: u32, least: u32 },
    /// n above what the adapter (or the machine, without one) holds.
    TooMany { n: u32, most: u32 },
    /// Not one of [`Size::BLOCKS`].
    Block { block: u32 },
    /// The kernel cannot take it; the nearest that it can.
    Unfit { size: Size, nearest: Size },
    /// The adapter runs smaller blocks only.
    BlockBeyondAdapter { block: u32, most: u32 },
}

impl Size {
    pub const MIN_N: u32 = 64;
    /// 2^29 words are 2 GiB, the largest binding any browser offers today.
    pub const MAX_N: u32 = 1 << 29;
    pub const BLOCKS: [u32; 6] = [32, 64, 128, 256, 512, 1024];

    /// A size known to be right when compiling; a wrong one does not compile.
    pub const fn fixed(n: u32, block: u32) -> Self {
        assert!(
            n >= Self::MIN_N
                && n <= Self::MAX_N
                && block >= 32
                && block <= 1024
                && block.is_power_of_two()
        );
        Size { n, block }
    }

    /// Checks n and block.
    pub fn new(n: u32, block: u32) -> Result<Self, SizeError> {
        if n < Self::MIN_N {
            return Err(SizeError::TooFew {
                n,
                least: Self::MIN_N,
            });
        }
        if n > Self::MAX_N {
            return Err(SizeError::TooMany {
                n,
                most: Self::MAX_N,
            });
        }
        if !Self::BLOCKS.contains(&block) {
            return Err(SizeError::Block { block });
        }
        Ok(Size { n, block })
    }

    /// The nearest size that can run.
    pub fn nearest(n: u32, block: u32) -> Self {
        let distance = |candidate: &u32| candidate.abs_diff(block);
        let block = Self::BLOCKS
            .into_iter()
            .min_by_key(distance)
            .unwrap_or(Self::BLOCKS[0]);
        Size {
            n: n.clamp(Self::MIN_N, Self::MAX_N),
            block,
        }
    }

    /// Elements.
    pub const fn n(self) -> u32 {
        self.n
    }

    /// Lanes in a block.
    pub const fn block(self) -> u32 {
        self.block
    }
}
