//! The records of words: sets of classes, the first few in place, more of them aside.

use super::accessors::Accessors;
use super::pages::Pages;

/// Classes that have their place in a record.
const PLACES: usize = 4;
pub(super) const NO_ACCESSORS: [Accessors; PLACES] = [Accessors::NONE; PLACES];

/// The record of a word. Some classes have their place here, more of them in `Extra`.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordRecord {
    /// The epoch in which the classes came.
    pub(super) epoch: u32,
    pub(super) accessors: [Accessors; PLACES],
    /// What was written first in this epoch.
    pub(super) value: u32,
    /// Flags, and below them the number of the extra record, from 1.
    pub(super) flags: u32,
}

impl WordRecord {
    /// A free place for a class of a new site, if all that is there is by the same lane.
    pub(super) fn free_place_of_own_lane(&self, accessors: Accessors) -> Option<usize> {
        let mut free = None;
        for (place, &known) in self.accessors.iter().enumerate() {
            if known == Accessors::NONE {
                free = free.or(Some(place));
            } else if known.differs(accessors) || known.site() == accessors.site() {
                return None;
            }
        }
        free
    }
}

/// Something was written in this epoch; and different values were.
pub(super) const WRITTEN: u32 = 1 << 31;
pub(super) const DIFFER: u32 = 1 << 30;
/// Since the barrier something was written; and written without being read.
pub(super) const CHANGED: u32 = 1 << 29;
pub(super) const STORED: u32 = 1 << 28;
/// The workgroup had written it before the barrier.
pub(super) const WRITTEN_BEFORE: u32 = 1 << 27;
pub(super) const EXTRA: u32 = WRITTEN_BEFORE - 1;

/// What few words need.
#[derive(Clone, Debug, Default)]
pub(super) struct Extra {
    /// Classes of this epoch that have no place in the record.
    pub(super) accessors: Vec<Accessors>,
    /// Those of epochs before, since the last barrier that orders the word.
    pub(super) older: Vec<Accessors>,
    /// Reads that nothing had set.
    pub(super) unwritten: Vec<Accessors>,
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

    /// Records are of one workgroup; the next finds them out of date, whichever words they were of.
    pub(super) fn begin_workgroup(&mut self) {
        self.records.recycle();
    }

    /// The record of a word; `None` past the memory's end.
    #[inline(always)]
    pub(super) fn of(&mut self, word: u32) -> Option<&mut WordRecord> {
        self.records.get(word)
    }

    /// Those of the words of a block that the workgroup wrote, of records that nothing unordered is in any more.
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

    /// The extra record, made if there is none.
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
            self.free.push(number);
        }
    }

    /// The classes of this epoch.
    pub(super) fn current<'s>(
        &'s self,
        record: &'s WordRecord,
    ) -> impl Iterator<Item = Accessors> + 's {
        let few = record
            .accessors
            .iter()
            .filter(|&&accessors| accessors != Accessors::NONE);
        few.chain(self.more(record).map_or(&[][..], |extra| &extra.accessors))
            .copied()
    }

    /// The classes of epochs before.
    pub(super) fn older<'s>(&'s self, record: &WordRecord) -> impl Iterator<Item = Accessors> + 's {
        let older = self.more(record).map_or(&[][..], |extra| &extra.older);
        older.iter().copied()
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

    pub(super) fn replace(&mut self, record: &mut WordRecord, from: Accessors, to: Accessors) {
        let place = record
            .accessors
            .iter_mut()
            .find(|accessors| **accessors == from);
        if let Some(accessors) = place {
            *accessors = to;
        } else if let Some(extra) = self.extra_of(record) {
            let accessors = extra
                .accessors
                .iter_mut()
                .find(|accessors| **accessors == from);
            if let Some(accessors) = accessors {
                *accessors = to;
            }
        }
    }

    /// A barrier opened that does not order this memory: what was current becomes older.
    pub(super) fn age(&mut self, record: &mut WordRecord) {
        let current: Vec<Accessors> = self.current(record).collect();
        let extra = self.extra(record);
        extra.accessors.clear();
        for accessors in current {
            let known = extra
                .older
                .iter_mut()
                .find(|c| c.site() == accessors.site());
            match known {
                None => extra.older.push(accessors),
                Some(known) if accessors.is_many() || known.lane() != accessors.lane() => {
                    *known = known.as_many();
                }
                Some(_) => {}
            }
        }
        record.accessors = NO_ACCESSORS;
        record.flags &= !(WRITTEN | DIFFER);
    }
}
