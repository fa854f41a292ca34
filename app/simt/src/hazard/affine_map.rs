//! An affine map from invocations to words: which lane accesses which word if addresses rise evenly from lane to lane.

/// Invocation `i` of the workgroup accesses the word at byte address `origin + i * step`, wrapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AffineMap {
    pub(super) origin: u32,
    /// Step in bytes: not 0, and so small that no workgroup spans half of the address space.
    pub(super) step: u32,
}

impl AffineMap {
    pub(super) const NONE: AffineMap = AffineMap { origin: 0, step: 4 };

    /// Returns the map with a step of one word that sends an invocation to a word.
    pub(super) const fn through(word: u32, invocation: u32) -> Self {
        AffineMap {
            origin: (4 * word).wrapping_sub(4 * invocation),
            step: 4,
        }
    }

    /// Returns the invocation that accesses a word of the map.
    pub(super) const fn invocation(self, word: u32) -> u32 {
        let distance = (4 * word).wrapping_sub(self.origin) as i32;
        match distance.checked_div(self.step as i32) {
            Some(invocation) => invocation as u32,
            None => 0,
        }
    }

    /// Returns those of the words `mask` of a block that different invocations access in the two maps. All words of
    /// `mask` must be in both maps.
    #[inline]
    pub(super) fn differing(self, other: AffineMap, block: u32, mask: u64) -> u64 {
        if self == other {
            return 0;
        }
        if self.step == other.step {
            return mask;
        }
        let differs = |&bit: &u32| {
            let word = 64 * block + bit;
            self.invocation(word) != other.invocation(word)
        };
        (0..64)
            .filter(|bit| mask >> bit & 1 == 1)
            .filter(differs)
            .fold(0, |all, bit| all | 1 << bit)
    }
}
