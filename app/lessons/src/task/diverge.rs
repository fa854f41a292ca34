//! Every element is changed by a path that depends on its index.

use super::Task;
use super::buffers::{bound, pattern};
use crate::size::Size;
use simt::{Dispatch, Machine, Pattern, fold_workgroups};
use std::collections::BTreeMap;

/// `data`: n words, each changed in place.
#[derive(Clone, Copy, Debug)]
pub struct Diverge {
    pub path: Path,
}

/// Which path an element takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    ByLane,
    ByWarp,
}

/// Times each path's loop runs: enough that the loop and not the launch is timed.
const ITERATIONS: i32 = 64;

impl Task for Diverge {
    fn band(&self, size: Size) -> Option<u64> {
        Some(u64::from(size.block()))
    }

    fn workgroups(&self, size: Size, elements: u64) -> [u32; 3] {
        fold_workgroups(elements.div_ceil(u64::from(size.block())) as u32)
    }

    fn dispatch(&self, size: Size, elements: u64, machine: &Machine) -> Dispatch {
        let mut overrides = BTreeMap::from([
            ("BLOCK".to_owned(), f64::from(size.block())),
            ("ITERATIONS".to_owned(), f64::from(ITERATIONS)),
        ]);
        if self.path == Path::ByWarp {
            overrides.insert("WARP_WIDTH".to_owned(), f64::from(machine.warp_width));
        }
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides,
            buffers: bound([pattern(Pattern::Bytes, elements)]),
        }
    }

    fn output(&self) -> usize {
        0
    }

    fn output_words(&self, size: Size) -> u64 {
        u64::from(size.n())
    }

    fn reference(&self, _: Size, machine: &Machine, first: u64, out: &mut [u32]) {
        for (index, value) in (first..).zip(out) {
            let even = match self.path {
                Path::ByLane => index % 2 == 0,
                Path::ByWarp => (index / u64::from(machine.warp_width)) % 2 == 0,
            };
            let start = Pattern::Bytes.word(index) as i32;
            let step = |x: i32, k: i32| {
                let (factor, term) = if even { (5, 1) } else { (3, 7) };
                x.wrapping_mul(factor).wrapping_add(term) ^ k
            };
            *value = (0..ITERATIONS).fold(start, step) as u32;
        }
    }

    /// Every element read and written once.
    fn useful_bytes(&self, size: Size) -> u64 {
        8 * u64::from(size.n())
    }
}
