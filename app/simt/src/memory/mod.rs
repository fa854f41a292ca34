//! Memory that lanes share: words at byte addresses, and their values from before a run.

mod initial_values;

pub(crate) use initial_values::InitialValues;

use crate::lanes::{ActiveMask, blend_row};
use std::ops::Range;

/// If fewer than one in this many lanes is active, they are written one by one.
const SPARSE: u32 = 6;

/// One binding or workgroup variable. WGSL aligns everything in memory to 4 bytes, except 16-bit floats.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub(crate) words: Vec<u32>,
}

impl Memory {
    /// Returns the word at a byte address; zero past the end.
    #[inline]
    pub(crate) fn read(&self, address: u32) -> u32 {
        self.words.get((address / 4) as usize).copied().unwrap_or(0)
    }

    /// Replaces the word at a byte address, and returns the old one. Past the end nothing happens.
    #[inline]
    pub(crate) fn write(&mut self, address: u32, value: u32) -> u32 {
        match self.words.get_mut((address / 4) as usize) {
            Some(word) => std::mem::replace(word, value),
            None => 0,
        }
    }

    /// Returns the neighbouring words from a byte address on: `count`, or as many as there are.
    pub(crate) fn row(&self, address: u32, count: u32) -> &[u32] {
        self.words.get(self.range(address, count)).unwrap_or(&[])
    }

    /// Writes the values of the lanes of `mask` to neighbouring words. `address` is that of lane 0.
    pub(crate) fn write_row(&mut self, address: u32, lanes: &[u32], mask: ActiveMask) {
        let Some((from, count)) = mask.span() else {
            return;
        };
        let address = address.wrapping_add(4 * from);
        let range = self.range(address, count);
        let row = self.words.get_mut(range).unwrap_or(&mut []);
        let lanes = &lanes[from as usize..][..row.len()];
        let bits = mask.0 >> from;
        if mask.count() == count {
            row.copy_from_slice(lanes);
        } else if mask.count() * SPARSE < count {
            for lane in ActiveMask(bits).lanes() {
                row[lane as usize] = lanes[lane as usize];
            }
        } else {
            blend_row(row, lanes, bits);
        }
    }

    fn range(&self, address: u32, count: u32) -> Range<usize> {
        let from = (address / 4) as usize;
        from..(from + count as usize).min(self.words.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_written_where_lanes_are_active_and_nowhere_else() {
        let lanes: Vec<u32> = (100..164).collect();
        for mask in [0, 1, u64::MAX, 0x5555, 0xf0f0_f0f0_0000, 1 | 1 << 63, 0b1011 << 9] {
            let mask = ActiveMask(mask);
            let mut memory = Memory { words: vec![7; 70] };
            memory.write_row(12, &lanes, mask);
            for (index, &word) in (0..).zip(&memory.words) {
                let lane = index - 3;
                let active = (0..64).contains(&lane) && mask.contains(lane as u32);
                assert_eq!(word, if active { 100 + lane as u32 } else { 7 }, "{mask:?} {index}");
            }
        }
    }
}
