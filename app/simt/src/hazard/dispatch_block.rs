//! What workgroups did to 64 neighbouring words of a buffer in the whole dispatch, as long as nothing of it clashes.

use super::access_semantics::{Clash, Nature};
use super::pages::Pages;

/// Accesses of one site by one workgroup.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holding {
    pub(super) mask: u64,
    pub(super) site: u32,
    pub(super) workgroup: u32,
}

#[derive(Clone, Copy, Debug)]
struct Listed {
    holding: Holding,
    /// The number of the next one of the parcel, or `END`.
    next: u32,
}

#[derive(Clone, Copy, Debug)]
struct Parcel {
    /// The number of its first holding, or one of the two below.
    first: u32,
    count: u32,
    written: u64,
    /// With different values.
    differ: u64,
}

const END: u32 = u32::MAX;
/// Each word has a record of its own instead.
const BY_WORD: u32 = u32::MAX - 1;
/// Most holdings of a parcel.
const MAX_HOLDINGS: u32 = 12;

/// The parcels of a buffer. Their holdings are in one list: most have few.
#[derive(Debug)]
pub(super) struct Parcels {
    parcels: Pages<Parcel>,
    holdings: Vec<Listed>,
}

impl Parcels {
    pub(super) fn new(words: usize) -> Self {
        let empty = Parcel {
            first: END,
            count: 0,
            written: 0,
            differ: 0,
        };
        Parcels {
            parcels: Pages::new(words.div_ceil(64), empty),
            holdings: Vec::new(),
        }
    }

    /// Adds accesses; `changes` gives those of some words that get another value than they have. Gives false, and adds
    /// nothing, where words must be looked at one by one.
    #[inline]
    pub(super) fn add(
        &mut self,
        natures: &[Nature],
        number: u32,
        access: Holding,
        changes: impl FnOnce(u64) -> u64,
    ) -> bool {
        let Some(parcel) = self.parcels.get(number) else {
            return false;
        };
        let nature = natures[access.site as usize];
        if parcel.first == BY_WORD || nature.atomic.is_some() {
            return false;
        }
        let mut same = None;
        let mut next = parcel.first;
        while let Some(&Listed {
            holding,
            next: after,
        }) = self.holdings.get(next as usize)
        {
            if holding.workgroup != access.workgroup {
                let clash = nature.clash(natures[holding.site as usize]);
                if holding.mask & access.mask != 0 && clash != Clash::None {
                    return false;
                }
            } else if holding.site == access.site {
                same = Some(next);
            }
            next = after;
        }
        match same.and_then(|same| self.holdings.get_mut(same as usize)) {
            Some(same) => same.holding.mask |= access.mask,
            None if parcel.count == MAX_HOLDINGS => return false,
            None => {
                let first = std::mem::replace(&mut parcel.first, self.holdings.len() as u32);
                parcel.count += 1;
                self.holdings.push(Listed {
                    holding: access,
                    next: first,
                });
            }
        }
        if nature.writes {
            let again = parcel.written & access.mask & !parcel.differ;
            if again != 0 {
                parcel.differ |= changes(again);
            }
            parcel.written |= access.mask;
        }
        true
    }

    /// The holdings of a parcel, in the order in which they came, and the words written with different values, when its
    /// words get records of their own; `None` where they have them.
    pub(super) fn split(&mut self, number: u32) -> Option<(Vec<Holding>, u64)> {
        let parcel = self.parcels.get(number)?;
        let mut next = std::mem::replace(&mut parcel.first, BY_WORD);
        if next == BY_WORD {
            return None;
        }
        let differ = parcel.differ;
        let mut holdings = Vec::new();
        while let Some(listed) = self.holdings.get(next as usize) {
            holdings.push(listed.holding);
            next = listed.next;
        }
        holdings.reverse();
        Some((holdings, differ))
    }
}
