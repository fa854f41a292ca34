//! Separate records of words: sets of accessors, the first few inside the record, further ones in an extra record.

use super::accessors::Accessors;
use super::pages::Pages;
use std::collections::BTreeSet;

/// Accessors that have room in a record.
const PLACES: usize = 4;
pub(super) const NO_ACCESSORS: [Accessors; PLACES] = [Accessors::NONE; PLACES];

/// The record of a word in the shadow memory of a workgroup.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordRecord {
    /// The epoch of the accessors.
    pub(super) epoch: u32,
    pub(super) accessors: [Accessors; PLACES],
    /// The first value written in this epoch.
    pub(super) value: u32,
    /// Flags, and below them the number of the extra record, from 1; 0 if there is none.
    pub(super) flags: u32,
}

impl WordRecord {
    /// Returns a free place for the accessors of a new site, if all others are the same single lane.
    pub(super) fn free_place_of_own_lane(&self, accessors: Accessors) -> Option<usize> {
        let mut free = None;
        for (place, &recorded) in self.accessors.iter().enumerate() {
            if recorded == Accessors::NONE {
                free = free.or(Some(place));
            } else if recorded.differs(accessors) || recorded.site() == accessors.site() {
                return None;
            }
        }
        free
    }
}

/// The word was written in this epoch; it was written with different values.
pub(super) const WRITTEN: u32 = 1 << 31;
pub(super) const DIFFER: u32 = 1 << 30;
/// Since the last barrier that orders it, the word was written; it was written by an access that does not read.
pub(super) const CHANGED: u32 = 1 << 29;
pub(super) const STORED: u32 = 1 << 28;
/// The workgroup wrote the word before that barrier.
pub(super) const WRITTEN_BEFORE: u32 = 1 << 27;
pub(super) const EXTRA: u32 = WRITTEN_BEFORE - 1;

/// State that only few words need.
#[derive(Clone, Debug, Default)]
pub(super) struct Extra {
    /// Accessors of this epoch that have no room in the record.
    pub(super) accessors: Vec<Accessors>,
    /// Accessors of earlier epochs since the last barrier that orders the word.
    pub(super) older: Vec<Accessors>,
    /// Reads that no write precedes: one for each site.
    pub(super) unwritten: Vec<Accessors>,
    /// Pairs of sites that wrote the same value without an order, where one of the turns is listed no more.
    pub(super) raced: BTreeSet<(u32, u32)>,
}

/// The records of a memory.
#[derive(Debug)]
pub(super) struct WordRecords {
    records: Pages<WordRecord>,
    extras: Vec<Extra>,
    free: Vec<u32>,
}

impl WordRecords {
    pub(super) fn new(words: usize) -> Self {
        let empty = WordRecord {
            epoch: 0,
            accessors: NO_ACCESSORS,
            value: 0,
            flags: 0,
        };
        WordRecords {
            records: Pages::new(words, empty),
            extras: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Releases all records: they belong to one workgroup.
    pub(super) fn begin_workgroup(&mut self) {
        self.records.recycle();
    }

    /// Returns the record of a word; `None` past the end of the memory.
    #[inline(always)]
    pub(super) fn of(&mut self, word: u32) -> Option<&mut WordRecord> {
        self.records.get(word)
    }

    /// Returns the words of a block that the workgroup has written, for a block whose accesses are all ordered by a
    /// barrier.
    pub(super) fn written_before(&mut self, block: u32, workgroup_began: u32) -> u64 {
        (0..64).fold(0, |written_before, bit| {
            let record = self.of(64 * block + bit);
            let wrote = record.is_some_and(|record| {
                record.epoch >= workgroup_began && record.flags & (WRITTEN_BEFORE | CHANGED) != 0
            });
            written_before | u64::from(wrote) << bit
        })
    }

    pub(super) fn extra_of(&mut self, record: &WordRecord) -> Option<&mut Extra> {
        let number = record.flags & EXTRA;
        self.extras.get_mut((number as usize).checked_sub(1)?)
    }

    /// Returns the extra record of a word, and creates it if there is none.
    pub(super) fn extra(&mut self, record: &mut WordRecord) -> &mut Extra {
        if record.flags & EXTRA == 0 {
            let number = self.free.pop().unwrap_or_else(|| {
                self.extras.push(Extra::default());
                self.extras.len() as u32
            });
            record.flags |= number & EXTRA;
        }
        let number = (record.flags & EXTRA) as usize;
        &mut self.extras[number - 1]
    }

    pub(super) fn release(&mut self, number: u32) {
        if let Some(extra) = (number as usize).checked_sub(1) {
            let extra = &mut self.extras[extra];
            extra.accessors.clear();
            extra.older.clear();
            extra.unwritten.clear();
            extra.raced.clear();
            self.free.push(number);
        }
    }

    /// Returns the accessors of this epoch.
    pub(super) fn current<'s>(&'s self, record: &'s WordRecord) -> impl Iterator<Item = Accessors> + 's {
        let few = record
            .accessors
            .iter()
            .filter(|&&accessors| accessors != Accessors::NONE);
        few.chain(self.more(record).map_or(&[][..], |extra| &extra.accessors))
            .copied()
    }

    /// Returns the accessors of earlier epochs.
    pub(super) fn older<'s>(&'s self, record: &WordRecord) -> impl Iterator<Item = Accessors> + 's {
        let older = self.more(record).map_or(&[][..], |extra| &extra.older);
        older.iter().copied()
    }

    /// Returns the pairs of sites whose race has outlived one of their turns.
    pub(super) fn raced(&self, record: &WordRecord) -> impl Iterator<Item = (u32, u32)> {
        let extra = self.more(record);
        extra.into_iter().flat_map(|extra| &extra.raced).copied()
    }

    /// Calls `keep` with the number of each turn of the records that no barrier has made void.
    pub(super) fn turns(&self, ordered: u32, keep: &mut dyn FnMut(u32)) {
        for record in self.records.in_use().filter(|record| record.epoch >= ordered) {
            let unwritten = self.more(record).map_or(&[][..], |extra| &extra.unwritten);
            let all = self.current(record).chain(self.older(record));
            all.chain(unwritten.iter().copied())
                .for_each(|accessors| keep(accessors.site()));
        }
    }

    fn more(&self, record: &WordRecord) -> Option<&Extra> {
        let number = (record.flags & EXTRA) as usize;
        self.extras.get(number.checked_sub(1)?)
    }

    pub(super) fn insert(&mut self, record: &mut WordRecord, accessors: Accessors) {
        match record.accessors.iter_mut().find(|c| **c == Accessors::NONE) {
            Some(free) => *free = accessors,
            None => self.extra(record).accessors.push(accessors),
        }
    }

    /// Removes accessors of this epoch if `is_over` returns true for them.
    pub(super) fn remove(&mut self, record: &mut WordRecord, is_over: impl Fn(Accessors) -> bool) {
        for accessors in &mut record.accessors {
            if *accessors != Accessors::NONE && is_over(*accessors) {
                *accessors = Accessors::NONE;
            }
        }
        if let Some(extra) = self.extra_of(record) {
            extra.accessors.retain(|&accessors| !is_over(accessors));
        }
    }

    pub(super) fn replace(&mut self, record: &mut WordRecord, from: Accessors, to: Accessors) {
        let place = record.accessors.iter_mut().find(|accessors| **accessors == from);
        if let Some(accessors) = place {
            *accessors = to;
        } else if let Some(extra) = self.extra_of(record) {
            let accessors = extra.accessors.iter_mut().find(|accessors| **accessors == from);
            if let Some(accessors) = accessors {
                *accessors = to;
            }
        }
    }

    /// Removes the accessors of the current epoch, and returns them.
    pub(super) fn end_epoch(&mut self, record: &mut WordRecord) -> Vec<Accessors> {
        let current = self.current(record).collect();
        if let Some(extra) = self.extra_of(record) {
            extra.accessors.clear();
            extra.raced.clear();
        }
        record.accessors = NO_ACCESSORS;
        record.flags &= !(WRITTEN | DIFFER);
        current
    }
}
