//! Lanes of a warp that read what other lanes of it have just stored.

use super::Task;
use super::buffers::{bound, pattern};
use super::diverge::overrides;
use crate::size::Size;
use simt::{Dispatch, Machine, Pattern};

/// `data`: n words. The lower half of each warp changes its words in a loop, and the upper half takes them over.
#[derive(Clone, Copy, Debug)]
pub struct Exchange;

/// Iterations of the loop: enough that both sides of the branch take several turns.
const ITERATIONS: i32 = 8;

impl Task for Exchange {
    fn band(&self, size: Size) -> Option<u64> {
        Some(u64::from(size.block()))
    }

    fn dispatch(&self, size: Size, elements: u64, machine: &Machine) -> Dispatch {
        let mut overrides = overrides(size, ITERATIONS);
        overrides.insert("WARP_WIDTH".to_owned(), f64::from(machine.warp_width));
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides,
            buffers: bound([pattern(Pattern::Bytes, elements)]),
        }
    }

    fn reference(&self, size: Size, machine: &Machine, first: u64, out: &mut [u32]) {
        let (block, width) = (u64::from(size.block()), u64::from(machine.warp_width));
        for (index, word) in (first..).zip(out) {
            // Warps begin anew in each block.
            let place = index % block % width;
            let from = index - place + place % (width / 2);
            let start = Pattern::Bytes.word(from).cast_signed();
            let step = |x: i32, k: i32| x.wrapping_mul(5).wrapping_add(1) ^ k;
            *word = (0..ITERATIONS).fold(start, step).cast_unsigned();
        }
    }

    /// Half of the elements are read, and each is written.
    fn useful_bytes(&self, size: Size) -> u64 {
        6 * u64::from(size.n())
    }

    fn iterations(&self) -> Option<u32> {
        u32::try_from(ITERATIONS).ok()
    }
}
