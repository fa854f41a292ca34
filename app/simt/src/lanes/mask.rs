//! Sets of lanes of a gang: one bit for each lane, in `W` words.

use super::active_mask::ActiveMask;
use std::ops::Range;

/// The set of active lanes of a gang: bit `l % 64` of word `l / 64` is lane `l`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mask<const W: usize>([u64; W]);

impl<const W: usize> Mask<W> {
    pub(crate) const NONE: Self = Mask([0; W]);
    pub(crate) const ALL: Self = Mask([u64::MAX; W]);

    /// Returns the set of the first `count` lanes.
    pub(crate) fn first(count: u32) -> Self {
        Mask(std::array::from_fn(|word| {
            ActiveMask::first(count.saturating_sub(64 * word as u32)).0
        }))
    }

    /// Returns the set of a single lane.
    pub(crate) fn one(lane: u32) -> Self {
        let mut mask = Mask::NONE;
        mask.0[lane as usize / 64] = 1 << (lane % 64);
        mask
    }

    pub(crate) fn of_word(bits: u64) -> Self {
        let mut mask = Mask::NONE;
        mask.0[0] = bits;
        mask
    }

    /// Returns the lanes `l` with `l & bits == first & bits`; `bits` must be a power of two less one. Returns the empty
    /// set if `value`, with which the low bits of the lanes' values are compared, has bits outside of `bits`.
    pub(crate) fn every(first: u32, bits: u32, value: u32) -> Self {
        let mut mask = Mask::NONE;
        if value & !bits != 0 {
            return mask;
        }
        let first = first & bits;
        if bits < 64 {
            let period = bits + 1;
            mask.0 = [first_lanes(period) << first; W];
        } else {
            let mut lane = first as usize;
            while lane < 64 * W {
                mask.0[lane / 64] |= 1 << (lane % 64);
                lane += bits as usize + 1;
            }
        }
        mask
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    pub(crate) fn contains(&self, lane: u32) -> bool {
        self.0[lane as usize / 64] >> (lane % 64) & 1 == 1
    }

    pub(crate) fn and(&self, other: &Self) -> Self {
        Mask(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    pub(crate) fn or(&self, other: &Self) -> Self {
        Mask(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    pub(crate) fn exclusive_or(&self, other: &Self) -> Self {
        Mask(std::array::from_fn(|word| self.0[word] ^ other.0[word]))
    }

    pub(crate) fn without(&self, other: &Self) -> Self {
        Mask(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    pub(crate) fn not(&self) -> Self {
        Mask(self.0.map(|word| !word))
    }

    pub(crate) fn words(&self) -> &[u64; W] {
        &self.0
    }

    pub(crate) fn words_mut(&mut self) -> &mut [u64; W] {
        &mut self.0
    }

    /// Returns the lanes of the warp that begins at lane `first` and is `width` lanes wide, a power of two. Bit 0 is
    /// its first lane.
    #[inline]
    pub(crate) fn warp(&self, first: u32, width: u32) -> ActiveMask {
        ActiveMask(self.0[first as usize / 64] >> (first % 64)).and(ActiveMask::first(width))
    }

    /// Returns up to 64 lanes, from lane `first` on. Bit 0 is this lane.
    #[inline]
    pub(crate) fn slice(&self, first: u32, count: u32) -> ActiveMask {
        let (word, shift) = (first as usize / 64, first % 64);
        let low = self.0.get(word).copied().unwrap_or(0) >> shift;
        let high = self.0.get(word + 1).copied().unwrap_or(0);
        // A shift by 64 would be none.
        ActiveMask(low | high << 1 << (63 - shift)).and(ActiveMask::first(count))
    }

    /// Returns the lanes of the set, rising.
    pub(crate) fn lanes(&self) -> impl Iterator<Item = u32> + '_ {
        self.0
            .iter()
            .zip((0..).step_by(64))
            .flat_map(|(&word, first)| ActiveMask(word).lanes().map(move |lane| first + lane))
    }

    pub(crate) fn first_lane(&self) -> u32 {
        self.lanes().next().unwrap_or(0)
    }

    pub(crate) fn last_lane(&self) -> u32 {
        let last = self.0.iter().rposition(|&word| word != 0).unwrap_or(0);
        64 * last as u32 + self.0[last].checked_ilog2().unwrap_or(0)
    }

    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

/// Returns one bit for each run of `width` lanes that has a bit in `word`, at the first lane of the run.
#[inline]
pub(crate) fn run_bits(word: u64, width: u32) -> u64 {
    // A constant width becomes a few shifts.
    match width {
        64 => u64::from(word != 0),
        32 => fold(word, 32),
        8 => fold(word, 8),
        width => fold(word, width),
    }
}

#[inline(always)]
fn fold(mut word: u64, width: u32) -> u64 {
    let mut span = 1;
    while span < width {
        word |= word >> span;
        span *= 2;
    }
    word & first_lanes(width)
}

/// Returns the number of runs of `width` lanes that have a bit in `word`.
#[inline]
pub(crate) fn runs(word: u64, width: u32) -> u32 {
    match width {
        64 => u32::from(word != 0),
        32 => u32::from(word as u32 != 0) + u32::from(word >> 32 != 0),
        // The multiplication adds the bits of eight bytes in the top one.
        8 => (fold(word, 8).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32,
        width => fold(word, width).count_ones(),
    }
}

/// Returns the number of runs of `width` lanes that have a bit in `a` and one in `b`.
#[inline]
pub(crate) fn shared_runs(a: u64, b: u64, width: u32) -> u32 {
    if width == 32 {
        let both = |a: u32, b: u32| u32::from(a != 0 && b != 0);
        both(a as u32, b as u32) + both((a >> 32) as u32, (b >> 32) as u32)
    } else {
        (run_bits(a, width) & run_bits(b, width)).count_ones()
    }
}

/// Returns a word with a bit at every `width`-th lane.
const fn first_lanes(width: u32) -> u64 {
    match width {
        1 => u64::MAX,
        2 => 0x5555_5555_5555_5555,
        4 => 0x1111_1111_1111_1111,
        8 => 0x0101_0101_0101_0101,
        16 => 0x0001_0001_0001_0001,
        32 => 0x0000_0001_0000_0001,
        _ => 1,
    }
}

/// A set of active lanes, with the numbers that the counters need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Activity<const W: usize> {
    pub(crate) mask: Mask<W>,
    /// Number of active lanes, and of warps with an active lane.
    pub(crate) lanes: u32,
    pub(crate) warps: u32,
    /// Range of the words of the mask from the first that is not empty to after the last.
    pub(crate) from: usize,
    pub(crate) to: usize,
}

impl<const W: usize> Activity<W> {
    pub(crate) const NONE: Self = Activity {
        mask: Mask::NONE,
        lanes: 0,
        warps: 0,
        from: 0,
        to: 0,
    };

    pub(crate) fn new(mask: Mask<W>, width: u32) -> Self {
        let mut activity = Activity {
            mask,
            from: W,
            ..Activity::NONE
        };
        for (index, &word) in mask.0.iter().enumerate() {
            if word != 0 {
                activity.lanes += word.count_ones();
                activity.warps += runs(word, width);
                activity.from = activity.from.min(index);
                activity.to = index + 1;
            }
        }
        activity
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lanes == 0
    }

    /// Returns the range of the words of the mask that contain active lanes.
    #[inline]
    pub(crate) fn span(&self) -> Range<usize> {
        // With a bound of `W` the compiler needs no bounds check for each word.
        self.from..self.to.min(W)
    }

    /// Returns the words with an active lane: the number of their first lane, and the lanes.
    #[inline]
    pub(crate) fn words(&self) -> impl Iterator<Item = (u32, ActiveMask)> + use<W> {
        let mask = self.mask;
        self.span()
            .map(move |word| (64 * word as u32, ActiveMask(mask.0[word])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_so_many_lanes_are_those_with_the_same_low_bits() {
        for bits in [0, 1, 7, 63, 127, 1023] {
            for first in [0, 1, 5, 64, 200] {
                for value in [0, 3, 64] {
                    let mask = Mask::<16>::every(first, bits, value);
                    for lane in 0..1024 {
                        let wanted = value <= bits && lane & bits == first & bits;
                        assert_eq!(mask.contains(lane), wanted, "{first} {bits} {value} {lane}");
                    }
                }
            }
        }
    }

    #[test]
    fn warps_with_a_lane_are_counted_at_every_width() {
        // (lanes, width, warps)
        for (lanes, width, warps) in [
            (&[0_u32, 1, 31, 32][..], 32, 2),
            (&[0, 1, 31, 32], 64, 1),
            (&[0, 1, 31, 32], 8, 3),
            (&[3, 4, 7, 8, 1023], 4, 4),
            (&[63, 64], 16, 2),
            (&[5], 1, 1),
            (&[], 32, 0),
        ] {
            let mask = lanes.iter().fold(Mask::NONE, |mask, &lane| mask.or(&Mask::one(lane)));
            let activity = Activity::<16>::new(mask, width);
            assert_eq!(activity.warps, warps, "{lanes:?} {width}");
            assert_eq!(activity.lanes as usize, lanes.len());
            assert_eq!(mask.lanes().collect::<Vec<_>>(), lanes);
        }
        assert_eq!(Mask::<16>::first(1024), Mask::ALL);
        assert_eq!(Mask::<4>::first(70).warp(64, 32), ActiveMask(0x3f));
        assert_eq!(Mask::<4>::first(70).not().warp(64, 8), ActiveMask(0xc0));
    }
}
