//! Elements of two kinds, cheap and expensive, in their original order or sorted by kind.

use super::Task;
use super::buffers::{bound, pattern};
use super::diverge::{ITERATIONS, overrides};
use super::known::Known;
use crate::size::Size;
use simt::{Contents, Dispatch, Machine, Pattern};

/// `kind`: n words, 0 or 1; `data`: n words, changed in place; `order`: n indices, only if sorted.
#[derive(Clone, Copy, Debug)]
pub struct WorkList {
    pub sorted: bool,
}

/// Returns all indices below `elements`: first those of kind 0, then those of kind 1.
fn order(elements: u64) -> Contents {
    let indices_of = |kind| (0..elements).filter(move |&index| Pattern::Bits.word(index) == kind);
    let order = indices_of(0).chain(indices_of(1));
    Contents::Bytes(order.flat_map(|index| (index as u32).to_le_bytes()).collect())
}

impl Task for WorkList {
    /// The kinds are scattered, so no two blocks are alike.
    fn band(&self, _: Size) -> Option<u64> {
        None
    }

    fn dispatch(&self, size: Size, elements: u64, _: &Machine) -> Dispatch {
        let order = self.sorted.then(|| order(elements));
        let given = [
            pattern(Pattern::Bits, elements),
            pattern(size.values().pattern(), elements),
        ];
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides: overrides(size, ITERATIONS),
            buffers: bound(given.into_iter().chain(order)),
        }
    }

    fn output(&self) -> usize {
        1
    }

    fn reference(&self, size: Size, _: &Machine, first: u64, out: &mut [u32]) {
        let mut results = Known::new();
        for (index, value) in (first..).zip(out) {
            let kind = Pattern::Bits.word(index);
            *value = results.of(kind, size.values().pattern().word(index), |byte| {
                let x = byte.cast_signed();
                let expensive = |x: i32, k: i32| x.wrapping_mul(3).wrapping_add(7) ^ k;
                let changed = match kind {
                    0 => x * 5 + 1,
                    _ => (0..ITERATIONS).fold(x, expensive),
                };
                changed.cast_unsigned()
            });
        }
    }

    /// Kind and element are read, the element is written.
    fn useful_bytes(&self, size: Size) -> u64 {
        12 * u64::from(size.n())
    }
}
