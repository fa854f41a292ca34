//! What workgroups did to each word of a buffer in the whole dispatch: no barrier orders them.
//!
//! Most words belong to one workgroup: their record is its number and the set of sites it came from. Words that
//! several share have a list of their own. While no two workgroups' accesses clash, the sets are kept by parcels of 64
//! words.

use super::access_semantics::{Clash, Nature};
use super::dispatch_block::{Holding, Parcels};
use super::pages::Pages;
use super::report::{Accessor, Meeting, Reports, Scope};
use super::site_sets::SiteSets;
use crate::lanes::ActiveMask;

#[derive(Clone, Copy, Debug)]
struct Word {
    /// The one workgroup that accessed it, or one of the two below.
    owner: u32,
    /// The number of a set of sites, or of a shared word's list, under two flags.
    sites: u32,
    /// What was written first.
    value: u32,
}

const NOBODY: u32 = u32::MAX;
const SEVERAL: u32 = u32::MAX - 1;
/// Something was written; and different values were.
const WRITTEN: u32 = 1 << 31;
const DIFFER: u32 = 1 << 30;
const FLAGS: u32 = WRITTEN | DIFFER;

/// The accesses of one site: those of one workgroup, or of several, the first of them this.
#[derive(Clone, Copy, Debug)]
struct Class {
    site: u32,
    workgroup: u32,
    many: bool,
}

#[derive(Debug)]
pub(crate) struct Grid {
    parcels: Parcels,
    words: Pages<Word>,
    sets: SiteSets,
    shared: Vec<Vec<Class>>,
}

impl Class {
    fn differs(self, other: Class) -> bool {
        self.many || other.many || self.workgroup != other.workgroup
    }
}

impl Grid {
    pub(crate) fn new(words: usize) -> Self {
        let empty = Word {
            owner: NOBODY,
            sites: SiteSets::EMPTY,
            value: 0,
        };
        Grid {
            parcels: Parcels::new(words),
            words: Pages::new(words, empty),
            sets: SiteSets::new(),
            shared: Vec::new(),
        }
    }

    /// Notes accesses to words of a parcel; `changes` gives those of some words that get another value than they have.
    /// Gives false where each word must be `touch`ed.
    #[inline]
    pub(crate) fn note(
        &mut self,
        (natures, reports): (&[Nature], &mut Reports),
        number: u32,
        access: Holding,
        contents: &[u32],
        changes: impl FnOnce(u64) -> u64,
    ) -> bool {
        let added = self.parcels.add(natures, number, access, changes);
        if !added {
            self.look_at_words((natures, reports), number, contents);
        }
        added
    }

    /// Gives each word of a parcel a record of its own. Written words must still hold what was written last.
    pub(crate) fn look_at_words(
        &mut self,
        (natures, reports): (&[Nature], &mut Reports),
        number: u32,
        contents: &[u32],
    ) {
        let Some((holdings, differ)) = self.parcels.split(number) else {
            return;
        };
        for holding in holdings {
            let accessor = Accessor {
                site: holding.site,
                workgroup: holding.workgroup,
                lane: None,
            };
            let writes = natures[holding.site as usize].writes;
            for bit in ActiveMask(holding.mask).lanes() {
                let word = 64 * number + bit;
                let value = contents.get(word as usize).copied().unwrap_or(0);
                self.enter(natures, reports, word, accessor, writes.then_some(value));
            }
        }
        for bit in ActiveMask(differ).lanes() {
            if let Some(record) = self.words.get(64 * number + bit) {
                record.sites |= DIFFER;
            }
        }
    }

    /// Notes an access, which wrote `written` if it wrote.
    #[inline(always)]
    pub(crate) fn touch(
        &mut self,
        natures: &[Nature],
        reports: &mut Reports,
        word: u32,
        accessor: Accessor,
        written: Option<u32>,
    ) {
        let Some(record) = self.words.get(word) else {
            return;
        };
        // Most words are touched by few sites of one workgroup, and all lanes of a request find the same.
        let known = record.sites & !FLAGS;
        if record.owner == accessor.workgroup && self.sets.has(known, accessor.site) {
            let news = |value| record.sites & WRITTEN == 0 || record.value != value;
            if !written.is_some_and(news) {
                return;
            }
        }
        self.enter(natures, reports, word, accessor, written);
    }

    fn enter(
        &mut self,
        natures: &[Nature],
        reports: &mut Reports,
        word: u32,
        accessor: Accessor,
        written: Option<u32>,
    ) {
        let Some(record) = self.words.get(word) else {
            return;
        };
        let Accessor {
            site, workgroup, ..
        } = accessor;
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
            let classes = sites.map(|&site| Class {
                site,
                workgroup: record.owner,
                many: false,
            });
            self.shared.push(classes.collect());
            record.owner = SEVERAL;
            record.sites = (self.shared.len() as u32 - 1) | flags;
        }
        let differs = flags & DIFFER != 0;
        let number = record.sites & !FLAGS;
        let classes = &mut self.shared[number as usize];
        if differ_now {
            for (at, &a) in classes.iter().enumerate() {
                for &b in classes[..=at].iter().filter(|&&b| a.differs(b)) {
                    reports.differ(a.site, b.site, Scope::Workgroups);
                }
            }
        }
        let class = Class {
            site,
            workgroup,
            many: false,
        };
        let same = classes.iter().position(|known| known.site == site);
        if let Some(same) = same {
            let known = classes[same];
            if known.many || known.workgroup == workgroup {
                return;
            }
        }
        let before = same.map(|at| classes[at]);
        for &known in classes.iter() {
            // Its site has met all others already but those of the one workgroup it was.
            let news = before.is_none_or(|before| !before.differs(known));
            let clash = natures[site as usize].clash(natures[known.site as usize]);
            if news && clash != Clash::None && class.differs(known) {
                reports.meet(Meeting {
                    scope: Scope::Workgroups,
                    clash,
                    differs,
                    word,
                    one: accessor,
                    other: Accessor {
                        site: known.site,
                        workgroup: known.workgroup,
                        lane: None,
                    },
                });
            }
        }
        match same {
            Some(same) => classes[same].many = true,
            None => classes.push(class),
        }
    }
}
