//! Sets of lanes, and one value for each lane, stored compactly.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The set of active lanes of a warp: bit `l` is lane `l`. At most 64 lanes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ActiveMask(pub u64);

impl ActiveMask {
    pub const NONE: ActiveMask = ActiveMask(0);

    /// Returns the set of the first `count` lanes.
    pub const fn first(count: u32) -> Self {
        ActiveMask(if count >= 64 { u64::MAX } else { (1 << count) - 1 })
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    pub const fn contains(self, lane: u32) -> bool {
        self.0 >> lane & 1 == 1
    }

    pub const fn and(self, other: Self) -> Self {
        ActiveMask(self.0 & other.0)
    }

    pub const fn or(self, other: Self) -> Self {
        ActiveMask(self.0 | other.0)
    }

    pub const fn without(self, other: Self) -> Self {
        ActiveMask(self.0 & !other.0)
    }

    /// Returns the first lane of the set, and the number of lanes from it to the last.
    #[inline]
    pub(crate) fn span(self) -> Option<(u32, u32)> {
        let last = self.0.checked_ilog2()?;
        let first = self.0.trailing_zeros();
        Some((first, last - first + 1))
    }

    /// Returns the lanes of the set, rising.
    pub fn lanes(self) -> impl Iterator<Item = u32> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lane = rest.trailing_zeros();
            (rest != 0).then(|| {
                rest &= rest - 1;
                lane
            })
        })
    }
}

impl fmt::Debug for ActiveMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

/// One 32-bit value for each active lane, in a compact form for the trace: most requests of real kernels are uniform or
/// affine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneValues<'a> {
    /// All active lanes hold the same value.
    Uniform(u32),
    /// The k-th *active* lane (from 0) holds `base + k * step`, wrapping.
    Affine { base: u32, step: u32 },
    /// Rising addresses that are close to each other: the first, and the distance of each to the one before, in words.
    Gaps { base: u32, gaps: &'a [u8] },
    /// One value for each active lane, in lane order.
    List(&'a [u32]),
}

impl LaneValues<'_> {
    /// Returns the number of words that the values take in a trace.
    pub(crate) fn words(&self) -> usize {
        match self {
            LaneValues::Uniform(_) => 1,
            LaneValues::Affine { .. } | LaneValues::Gaps { .. } => 2,
            LaneValues::List(values) => values.len(),
        }
    }

    /// Returns the value of the `rank`-th active lane.
    pub fn of_rank(&self, rank: u32) -> u32 {
        match *self {
            LaneValues::Uniform(value) => value,
            LaneValues::Affine { base, step } => base.wrapping_add(step.wrapping_mul(rank)),
            LaneValues::Gaps { base, gaps } => {
                let gaps = gaps.iter().take(rank as usize);
                base + 4 * gaps.map(|&gap| u32::from(gap)).sum::<u32>()
            }
            LaneValues::List(values) => values[rank as usize],
        }
    }

    /// Returns lane and value of each lane in `mask`, in lane order.
    pub fn lanes(self, mask: ActiveMask) -> impl Iterator<Item = (u32, u32)> + Clone {
        mask.lanes()
            .zip(0..)
            .map(move |(lane, rank)| (lane, self.of_rank(rank)))
    }
}
