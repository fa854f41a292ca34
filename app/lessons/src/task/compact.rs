//! Elements below a limit move to the front of their block.

use super::Task;
use super::buffers::{bound, pattern, zeros};
use crate::size::Size;
use simt::{Dispatch, Machine, Pattern};
use std::collections::BTreeMap;

/// `data`: n words; `kept`: n words, of each block the elements below the limit in their order, then zeros. The result
/// is the same for every width of the warp.
#[derive(Clone, Copy, Debug)]
pub struct Compact;

/// The numbers 0 to 95, again and again. With 32 lanes all lanes of a warp keep their elements, or some, or none.
const DATA: Pattern = Pattern::Plane {
    width: 96,
    row: 0,
    column: 1,
};

/// Elements below it are kept: every other run of 48.
const LIMIT: u32 = 48;

impl Task for Compact {
    /// Blocks are not alike, because runs do not divide them.
    fn band(&self, _: Size) -> Option<u64> {
        None
    }

    fn dispatch(&self, size: Size, elements: u64, _: &Machine) -> Dispatch {
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides: BTreeMap::from([
                ("BLOCK".to_owned(), f64::from(size.block())),
                ("LIMIT".to_owned(), f64::from(LIMIT)),
            ]),
            buffers: bound([pattern(DATA, elements), zeros(elements)]),
        }
    }

    fn output(&self) -> usize {
        1
    }

    fn reference(&self, size: Size, _: &Machine, first: u64, out: &mut [u32]) {
        let (n, block) = (u64::from(size.n()), u64::from(size.block()));
        let mut of_block: Option<(u64, Vec<u32>)> = None;
        for (index, value) in (first..).zip(out) {
            let base = index - index % block;
            let (_, kept) = match of_block.take() {
                Some(same) if same.0 == base => of_block.insert(same),
                _ => {
                    let words = (base..n.min(base + block)).map(|index| DATA.word(index));
                    of_block.insert((base, words.filter(|word| *word < LIMIT).collect()))
                }
            };
            *value = kept.get((index - base) as usize).copied().unwrap_or(0);
        }
    }

    /// Each element is read, and each place is written.
    fn useful_bytes(&self, size: Size) -> u64 {
        8 * u64::from(size.n())
    }
}
