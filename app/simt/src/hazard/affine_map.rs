//! Which lane touches which word, where addresses rise evenly from lane to lane.

/// Invocation `i` of the workgroup touches the word at byte address `origin + i * step`, wrapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AffineMap {
    pub(super) origin: u32,
    /// Not 0, and so small that no workgroup spans half of all addresses.
    pub(super) step: u32,
}

impl AffineMap {
    pub(super) const NONE: AffineMap = AffineMap { origin: 0, step: 4 };

    /// The line through a word and its one invocation: neighbouring words by neighbours.
    pub(super) const fn through(word: u32, invocation: u32) -> Self {
        AffineMap {
            origin: (4 * word).wrapping_sub(4 * invocation),
            step: 4,
        }
    }

    /// The invocation that touches a word of the line.
    pub(super) const fn invocation(self, word: u32) -> u32 {
        let distance = (4 * word).wrapping_sub(self.origin) as i32;
        match distance.checked_div(self.step as i32) {
            Some(invocation) => invocation as u32,
            None => 0,
        }
    }

    /// Those of the words `mask` of a block, all on both lines, that two different invocations touch.
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
