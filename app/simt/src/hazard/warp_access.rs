//! The request of one warp as the detector records it, and its runs: neighbouring lanes that access neighbouring words,
//! or all the same word.

use super::affine_map::AffineMap;
use super::workgroup_block::BlockAccess;
use crate::lanes::ActiveMask;
use crate::program::Address;

#[derive(Clone, Copy, Debug)]
pub(crate) struct WarpAccess<'a> {
    /// Position of the instruction in the bytecode.
    pub(crate) op: Address,
    pub(crate) memory: u32,
    /// Number of the warp's first lane in the workgroup.
    pub(crate) first_invocation: u32,
    pub(crate) mask: ActiveMask,
    /// Byte addresses of the lanes of `mask`, number of consecutive elements that each accesses, and the bytes of an
    /// element: 4, or 2 for 16-bit floats.
    pub(crate) addresses: &'a [u32],
    pub(crate) words: u32,
    pub(crate) each: u32,
}

/// Consecutive lanes that access words of one block by one affine map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) block: u32,
    mask: u64,
    is_many: bool,
    map: AffineMap,
    /// Rank of the first lane, and number of lanes.
    rank: usize,
    count: usize,
}

impl Run {
    /// Returns the run as accesses of a site.
    pub(super) fn access(&self, site: u32, writes: bool) -> BlockAccess {
        BlockAccess {
            mask: self.mask,
            many: if self.is_many { self.mask } else { 0 },
            map: self.map,
            site,
            writes,
        }
    }
}

impl<'a> WarpAccess<'a> {
    /// Returns the number of the block with the first lane's word.
    pub(super) fn block(&self) -> u32 {
        self.addresses.first().map_or(0, |address| address / 256)
    }

    /// Returns true if runs are likely to pay. Lanes that write one word must be recorded one by one.
    pub(super) fn makes_runs(&self, writes: bool) -> bool {
        let (words, mut pairs) = (self.addresses, self.addresses.windows(2));
        let goes_on = match *words {
            [one, two, ..] => two == one + 4 || two == one && !writes,
            [_] => true,
            [] => false,
        };
        self.words == 1 && goes_on && (!writes || pairs.all(|pair| pair[0] < pair[1]))
    }

    /// Returns the runs, in lane order.
    pub(super) fn runs(&self, writes: bool) -> impl Iterator<Item = Run> + use<'a> {
        let first_invocation = self.first_invocation;
        let mut lanes = self.mask.lanes().zip(self.addresses).enumerate().peekable();
        std::iter::from_fn(move || {
            let (rank, (lane, address)) = lanes.next()?;
            let word = address / 4;
            let map = AffineMap::through(word, first_invocation + lane);
            let mut run = Run {
                block: word / 64,
                mask: 1 << (word % 64),
                is_many: false,
                map,
                rank,
                count: 1,
            };
            while let Some((_, (lane, address))) = lanes.peek() {
                let next = *address / 4;
                let is_same = next == word && !writes && (run.is_many || run.count == 1);
                let is_beside =
                    !run.is_many && next / 64 == run.block && AffineMap::through(next, first_invocation + lane) == map;
                if !(is_same || is_beside) {
                    break;
                }
                run.is_many |= is_same;
                run.mask |= 1 << (next % 64);
                run.count += 1;
                lanes.next();
            }
            Some(run)
        })
    }

    /// Returns rank, invocation and word of each lane of a run.
    pub(super) fn lanes_of(&self, run: &Run) -> impl Iterator<Item = (usize, u32, u32)> + use<'a> {
        let first_invocation = self.first_invocation;
        let lanes = self.mask.lanes().zip(self.addresses).enumerate();
        lanes
            .skip(run.rank)
            .take(run.count)
            .map(move |(rank, (lane, address))| (rank, first_invocation + lane, address / 4))
    }
}
