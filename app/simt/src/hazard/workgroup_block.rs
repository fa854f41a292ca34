//! Summaries of a workgroup: the accesses of its lanes to a block of 64 words in one epoch, as long as none of them
//! clash.

use super::affine_map::AffineMap;

/// The accesses of one site by one affine map: one bit for each word.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockAccess {
    pub(super) mask: u64,
    /// Words that other lanes accessed too.
    pub(super) many: u64,
    pub(super) map: AffineMap,
    pub(super) site: u32,
    pub(super) writes: bool,
}

impl BlockAccess {
    const NONE: BlockAccess = BlockAccess {
        mask: 0,
        many: 0,
        map: AffineMap::NONE,
        site: 0,
        writes: false,
    };
}

/// The form in which a block keeps a word that several lanes of one site have accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sharing {
    /// By a bit.
    Summarized,
    /// Not at all: such words need separate records.
    Separate,
}

/// Limit of the entries of a block.
const PLACES: usize = 12;

#[derive(Clone, Copy, Debug)]
pub(super) struct WorkgroupBlock {
    /// Epoch of the last access.
    pub(super) epoch: u32,
    /// True if each word has a separate record instead.
    pub(super) by_word: bool,
    count: u8,
    /// Words that the workgroup wrote before the last barrier that orders them.
    pub(super) written_before: u64,
    /// Words written since, and those of them that were written with different values.
    pub(super) written: u64,
    pub(super) differ: u64,
    /// Each word of a site is in one entry.
    entries: [BlockAccess; PLACES],
}

impl WorkgroupBlock {
    pub(super) const NONE: WorkgroupBlock = WorkgroupBlock {
        epoch: 0,
        by_word: false,
        count: 0,
        written_before: 0,
        written: 0,
        differ: 0,
        entries: [BlockAccess::NONE; PLACES],
    };

    pub(super) fn entries(&self) -> &[BlockAccess] {
        &self.entries[..usize::from(self.count)]
    }

    /// Begins an epoch that a barrier orders after all earlier accesses.
    pub(super) fn clear(&mut self, epoch: u32, written_before: u64) {
        self.epoch = epoch;
        self.by_word = false;
        self.count = 0;
        self.written_before = written_before;
        self.written = 0;
        self.differ = 0;
    }

    /// Adds plain accesses. `changes(mask)` returns the words of `mask` whose value would change. Returns the words
    /// whose access set grew, or `None`, and adds nothing, if accesses conflict and must be recorded word by word.
    #[inline]
    pub(super) fn add(
        &mut self,
        number: u32,
        access: BlockAccess,
        sharing: Sharing,
        changes: &dyn Fn(u64) -> u64,
    ) -> Option<u64> {
        let (mut recorded, mut joins) = (0, false);
        let mut place = None;
        let differing =
            |entry: &BlockAccess, both: u64| both & access.many | entry.map.differing(access.map, number, both);
        for (index, entry) in self.entries().iter().enumerate() {
            let same_site = entry.site == access.site;
            if same_site && entry.map == access.map {
                place = Some(index);
            }
            let both = entry.mask & access.mask;
            if both == 0 {
                continue;
            }
            if entry.writes || access.writes {
                if entry.many & both | differing(entry, both) != 0 {
                    return None;
                }
            } else if same_site {
                joins |= differing(entry, both) != 0;
            }
            if same_site {
                recorded |= both;
            }
        }
        if (joins || access.many != 0) && sharing == Sharing::Separate {
            return None;
        }
        let news = access.mask & !recorded;
        if news != 0 {
            let index = place.unwrap_or(usize::from(self.count));
            let entry = self.entries.get_mut(index)?;
            if place.is_none() {
                *entry = BlockAccess {
                    mask: 0,
                    many: 0,
                    ..access
                };
                self.count += 1;
            }
            entry.mask |= news;
            entry.many |= access.many & news;
        }
        if joins {
            let count = usize::from(self.count);
            let entries = self.entries[..count].iter_mut();
            for entry in entries.filter(|entry| entry.site == access.site) {
                let both = entry.mask & access.mask & recorded;
                entry.many |= both & access.many | entry.map.differing(access.map, number, both);
            }
        }
        if !access.writes {
            return Some(news);
        }
        let again = self.written & access.mask & !self.differ;
        let changed = if again == 0 { 0 } else { changes(again) };
        self.differ |= changed;
        self.written |= access.mask;
        Some(news | changed)
    }
}
