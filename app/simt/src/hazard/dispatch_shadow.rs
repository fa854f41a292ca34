//! Shadow memory of the dispatch: the accesses of all workgroups to each word of a buffer. No barrier orders
//! workgroups.
//!
//! Most words are accessed by one workgroup. Their record is the number of the workgroup and the set of sites. A word
//! that several workgroups access has a separate list. While accesses of different workgroups do not clash, blocks of
//! 64 words hold the sets instead.

use super::access_semantics::{Clash, Semantics};
use super::dispatch_block::{DispatchAccess, DispatchBlocks};
use super::footprint::Touched;
use super::pages::Pages;
use super::report::{Accessor, Meeting, Reports, Scope};
use super::site_sets::SiteSets;
use crate::lanes::ActiveMask;

#[derive(Clone, Copy, Debug)]
struct Word {
    /// The only workgroup that accessed the word, or `NOBODY` or `SEVERAL`.
    owner: u32,
    /// Number of a set of sites, or index of a shared word's list, below two flags.
    sites: u32,
    /// The first value that was written.
    value: u32,
}

const NOBODY: u32 = u32::MAX;
const SEVERAL: u32 = u32::MAX - 1;
/// Flags: the word was written; it was written with different values.
const WRITTEN: u32 = 1 << 31;
const DIFFER: u32 = 1 << 30;
const FLAGS: u32 = WRITTEN | DIFFER;

/// The workgroups that accessed a word from one site: one workgroup, or several, of which this is the first.
#[derive(Clone, Copy, Debug)]
struct WorkgroupAccessors {
    site: u32,
    workgroup: u32,
    many: bool,
}

#[derive(Debug)]
pub(crate) struct DispatchShadow {
    blocks: DispatchBlocks,
    words: Pages<Word>,
    sets: SiteSets,
    shared: Vec<Vec<WorkgroupAccessors>>,
}

impl WorkgroupAccessors {
    fn differs(self, other: WorkgroupAccessors) -> bool {
        self.many || other.many || self.workgroup != other.workgroup
    }
}

impl DispatchShadow {
    pub(crate) fn new(words: usize) -> Self {
        let empty = Word {
            owner: NOBODY,
            sites: SiteSets::EMPTY,
            value: 0,
        };
        DispatchShadow {
            blocks: DispatchBlocks::new(words),
            words: Pages::new(words, empty),
            sets: SiteSets::new(),
            shared: Vec::new(),
        }
    }

    /// Records accesses to words of a block. `changes(mask)` returns the words of `mask` whose value would change.
    /// Returns false if each word must be recorded with `add_word`.
    #[inline]
    pub(crate) fn add_block(
        &mut self,
        (site_semantics, reports): (&[Semantics], &mut Reports),
        number: u32,
        access: DispatchAccess,
        contents: &[u32],
        changes: &dyn Fn(u64) -> u64,
    ) -> bool {
        let added = self.blocks.add(site_semantics, number, access, changes);
        if !added {
            self.split_block((site_semantics, reports), number, contents);
        }
        added
    }

    /// Gives each word of a block a separate record. Written words must still contain the last value written.
    pub(crate) fn split_block(
        &mut self,
        (site_semantics, reports): (&[Semantics], &mut Reports),
        number: u32,
        contents: &[u32],
    ) {
        let Some((accesses, differ)) = self.blocks.split(number) else {
            return;
        };
        for access in accesses {
            let accessor = Accessor {
                site: access.site,
                workgroup: access.workgroup,
                lane: None,
            };
            let writes = site_semantics[access.site as usize].writes;
            for bit in ActiveMask(access.mask).lanes() {
                let word = 64 * number + bit;
                let value = contents.get(word as usize).copied().unwrap_or(0);
                self.add_general(site_semantics, reports, word, accessor, writes.then_some(value));
            }
        }
        for bit in ActiveMask(differ).lanes() {
            if let Some(record) = self.words.get(64 * number + bit) {
                record.sites |= DIFFER;
            }
        }
    }

    /// Returns the accesses so far, in blocks of 64 words.
    pub(super) fn footprint(&self, words: usize) -> Vec<Touched> {
        let mut touched = vec![Touched::default(); words.div_ceil(64)];
        for (number, block) in self.blocks.touched() {
            if let Some(place) = touched.get_mut(number) {
                *place = block;
            }
        }
        for (word, record) in self.words.in_use_at() {
            if let (true, Some(block)) = (record.owner != NOBODY, touched.get_mut(word / 64)) {
                block.accessed |= 1 << (word % 64);
                block.written |= u64::from(record.sites & WRITTEN != 0) << (word % 64);
            }
        }
        touched
    }

    /// Records an access to a word, with the value that it wrote, if it did.
    #[inline(always)]
    pub(crate) fn add_word(
        &mut self,
        site_semantics: &[Semantics],
        reports: &mut Reports,
        word: u32,
        accessor: Accessor,
        written: Option<u32>,
    ) {
        let Some(record) = self.words.get(word) else {
            return;
        };
        // Most words are accessed from few sites of one workgroup, and all lanes of a request find the same set.
        let set = record.sites & !FLAGS;
        if record.owner == accessor.workgroup && self.sets.has(set, accessor.site) {
            let news = |value| record.sites & WRITTEN == 0 || record.value != value;
            if !written.is_some_and(news) {
                return;
            }
        }
        self.add_general(site_semantics, reports, word, accessor, written);
    }

    fn add_general(
        &mut self,
        site_semantics: &[Semantics],
        reports: &mut Reports,
        word: u32,
        accessor: Accessor,
        written: Option<u32>,
    ) {
        let Some(record) = self.words.get(word) else {
            return;
        };
        let Accessor { site, workgroup, .. } = accessor;
        let mut differ_now = false;
        if let Some(value) = written {
            if record.sites & WRITTEN == 0 {
                record.value = value;
                record.sites |= WRITTEN;
            } else if record.value != value && record.sites & DIFFER == 0 {
                record.sites |= DIFFER;
                differ_now = true;
            }
        }
        let flags = record.sites & FLAGS;
        if record.owner == workgroup || record.owner == NOBODY {
            record.owner = workgroup;
            record.sites = self.sets.with(record.sites & !FLAGS, site) | flags;
            return;
        }
        if record.owner != SEVERAL {
            let sites = self.sets.members(record.sites & !FLAGS).iter();
            let sharers = sites.map(|&site| WorkgroupAccessors {
                site,
                workgroup: record.owner,
                many: false,
            });
            self.shared.push(sharers.collect());
            record.owner = SEVERAL;
            record.sites = (self.shared.len() as u32 - 1) | flags;
        }
        let differs = flags & DIFFER != 0;
        let number = record.sites & !FLAGS;
        let sharers = &mut self.shared[number as usize];
        if differ_now {
            for (index, &a) in sharers.iter().enumerate() {
                for &b in sharers[..=index].iter().filter(|&&b| a.differs(b)) {
                    reports.differ(a.site, b.site, Scope::Workgroups);
                }
            }
        }
        let accessors = WorkgroupAccessors {
            site,
            workgroup,
            many: false,
        };
        let same = sharers.iter().position(|sharer| sharer.site == site);
        if let Some(same) = same {
            let sharer = sharers[same];
            if sharer.many || sharer.workgroup == workgroup {
                return;
            }
        }
        let before = same.map(|index| sharers[index]);
        for &sharer in sharers.iter() {
            // The site has been compared with all others, except those of the only workgroup that it was used by so
            // far.
            let news = before.is_none_or(|before| !before.differs(sharer));
            let clash = site_semantics[site as usize].clash(site_semantics[sharer.site as usize]);
            // Reads do not count: a part of the dispatch has fewer readers of a word.
            reports.comparisons += u64::from(clash != Clash::None);
            if news && clash != Clash::None && accessors.differs(sharer) {
                reports.meet(Meeting {
                    scope: Scope::Workgroups,
                    clash,
                    differs,
                    word,
                    one: accessor,
                    other: Accessor {
                        site: sharer.site,
                        workgroup: sharer.workgroup,
                        lane: None,
                    },
                });
            }
        }
        match same {
            Some(same) => sharers[same].many = true,
            None => sharers.push(accessors),
        }
    }
}
