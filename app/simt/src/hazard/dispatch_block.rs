//! Summaries of the dispatch: the accesses of all workgroups to a block of 64 words of a buffer, as long as none of
//! them clash.

use super::access_semantics::{Clash, Semantics};
use super::footprint::Touched;
use super::pages::Pages;

/// The accesses of one site by one workgroup.
#[derive(Clone, Copy, Debug)]
pub(super) struct DispatchAccess {
    pub(super) mask: u64,
    pub(super) site: u32,
    pub(super) workgroup: u32,
}

#[derive(Clone, Copy, Debug)]
struct Listed {
    access: DispatchAccess,
    /// Index of the block's next access, or `END`.
    next: u32,
}

#[derive(Clone, Copy, Debug)]
struct DispatchBlock {
    /// Index of the block's first access, or `END` or `BY_WORD`.
    first: u32,
    count: u32,
    written: u64,
    /// Words written with different values.
    differ: u64,
}

const END: u32 = u32::MAX;
/// In place of an index: each word has a separate record.
const BY_WORD: u32 = u32::MAX - 1;
/// Limit of the accesses of a block.
const MAX_ACCESSES: u32 = 12;

/// The blocks of a buffer. Their accesses are linked lists in one array, since most blocks have few.
#[derive(Debug)]
pub(super) struct DispatchBlocks {
    blocks: Pages<DispatchBlock>,
    accesses: Vec<Listed>,
}

impl DispatchBlocks {
    pub(super) fn new(words: usize) -> Self {
        let empty = DispatchBlock {
            first: END,
            count: 0,
            written: 0,
            differ: 0,
        };
        DispatchBlocks {
            blocks: Pages::new(words.div_ceil(64), empty),
            accesses: Vec::new(),
        }
    }

    /// Adds accesses. `changes(mask)` returns the words of `mask` whose value would change. Returns false, and adds
    /// nothing, if accesses conflict and must be recorded word by word.
    #[inline]
    pub(super) fn add(
        &mut self,
        site_semantics: &[Semantics],
        number: u32,
        added: DispatchAccess,
        changes: &dyn Fn(u64) -> u64,
    ) -> bool {
        let Some(block) = self.blocks.get(number) else {
            return false;
        };
        let semantics = site_semantics[added.site as usize];
        if block.first == BY_WORD || semantics.atomic.is_some() {
            return false;
        }
        let mut same = None;
        let mut next = block.first;
        while let Some(&Listed { access, next: after }) = self.accesses.get(next as usize) {
            if access.workgroup != added.workgroup {
                let clash = semantics.clash(site_semantics[access.site as usize]);
                if access.mask & added.mask != 0 && clash != Clash::None {
                    return false;
                }
            } else if access.site == added.site {
                same = Some(next);
            }
            next = after;
        }
        match same.and_then(|same| self.accesses.get_mut(same as usize)) {
            Some(same) => same.access.mask |= added.mask,
            None if block.count == MAX_ACCESSES => return false,
            None => {
                let first = std::mem::replace(&mut block.first, self.accesses.len() as u32);
                block.count += 1;
                self.accesses.push(Listed {
                    access: added,
                    next: first,
                });
            }
        }
        if semantics.writes {
            let again = block.written & added.mask & !block.differ;
            if again != 0 {
                block.differ |= changes(again);
            }
            block.written |= added.mask;
        }
        true
    }

    /// Returns for each block its number, and the words that are accessed and written; none for blocks whose words have
    /// separate records.
    pub(super) fn touched(&self) -> impl Iterator<Item = (usize, Touched)> {
        self.blocks.in_use_at().map(|(number, block)| {
            let mut next = block.first;
            let mut accessed = 0;
            while let Some(listed) = self.accesses.get(next as usize) {
                accessed |= listed.access.mask;
                next = listed.next;
            }
            let written = match block.first {
                BY_WORD => 0,
                _ => block.written,
            };
            (number, Touched { accessed, written })
        })
    }

    /// Ends the summary of a block. Returns its accesses in the order in which they were added, and the words written
    /// with different values; `None` if the words have separate records already.
    pub(super) fn split(&mut self, number: u32) -> Option<(Vec<DispatchAccess>, u64)> {
        let block = self.blocks.get(number)?;
        let mut next = std::mem::replace(&mut block.first, BY_WORD);
        if next == BY_WORD {
            return None;
        }
        let differ = block.differ;
        let mut accesses = Vec::new();
        while let Some(listed) = self.accesses.get(next as usize) {
            accesses.push(listed.access);
            next = listed.next;
        }
        accesses.reverse();
        Some((accesses, differ))
    }
}
