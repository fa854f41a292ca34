//! Sets of the invocations of a workgroup.

use crate::lanes::ActiveMask;

/// One bit for each of at most 1024 invocations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct InvocationSet([u64; 16]);

impl InvocationSet {
    /// Returns the set of the first `count` invocations.
    pub(crate) fn first(count: u32) -> Self {
        let mut set = InvocationSet::default();
        for (word, from) in set.0.iter_mut().zip((0..).step_by(64)) {
            *word = ActiveMask::first(count.saturating_sub(from)).0;
        }
        set
    }

    /// Adds lanes of the warp whose first lane is the invocation `first_invocation`.
    pub(crate) fn add(&mut self, first_invocation: u32, lanes: ActiveMask) {
        for lane in lanes.lanes() {
            let invocation = first_invocation + lane;
            if let Some(word) = self.0.get_mut(invocation as usize / 64) {
                *word |= 1 << (invocation % 64);
            }
        }
    }

    pub(crate) fn and(&self, other: &Self) -> Self {
        InvocationSet(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    pub(crate) fn without(&self, other: &Self) -> Self {
        InvocationSet(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(crate) fn first_lane(&self) -> Option<u32> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word as u32 * 64 + self.0[word].trailing_zeros())
    }
}
