//! What workgroups did to each word of a buffer in the whole dispatch: no barrier orders them.
//!
//! Most words belong to one workgroup: their record is its number and the set of sites it came from. Words that
//! several share have a list of their own.

use super::nature::{Clash, Nature};
use super::pages::Pages;
use super::report::{Accessor, Meeting, Reports, Scope};
use super::sets::{SetNumber, SiteSets};

#[derive(Clone, Copy, Debug)]
struct Word {
    owner: Owner,
    /// What was written first, if `written`.
    value: u32,
    written: bool,
    differ: bool,
}

#[derive(Clone, Copy, Debug)]
enum Owner {
    Nobody,
    Workgroup {
        workgroup: u32,
        sites: SetNumber,
    },
    /// Several; the number of their list.
    Shared(u32),
}

/// The accesses of one site: those of one workgroup, or of several, the first of them this.
#[derive(Clone, Copy, Debug)]
struct Class {
    site: u32,
    workgroup: u32,
    many: bool,
}

#[derive(Debug)]
pub(crate) struct Grid {
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
            owner: Owner::Nobody,
            value: 0,
            written: false,
            differ: false,
        };
        Grid {
            words: Pages::new(words, empty),
            sets: SiteSets::new(),
            shared: Vec::new(),
        }
    }

    /// Notes an access, which wrote `written` if it wrote.
    #[inline]
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
        let Accessor {
            site, workgroup, ..
        } = accessor;
        let mut differ_now = false;
        if let Some(value) = written {
            differ_now = record.written && !record.differ && record.value != value;
            record.differ |= differ_now;
            if !record.written {
                (record.value, record.written) = (value, true);
            }
        }
        let number = match record.owner {
            Owner::Nobody => {
                let sites = self.sets.with(SiteSets::EMPTY, site);
                record.owner = Owner::Workgroup { workgroup, sites };
                return;
            }
            Owner::Workgroup {
                workgroup: owner,
                sites,
            } if owner == workgroup => {
                let sites = self.sets.with(sites, site);
                record.owner = Owner::Workgroup { workgroup, sites };
                return;
            }
            Owner::Workgroup {
                workgroup: owner,
                sites,
            } => {
                let classes = self.sets.members(sites).iter().map(|&site| Class {
                    site,
                    workgroup: owner,
                    many: false,
                });
                self.shared.push(classes.collect());
                let number = self.shared.len() as u32 - 1;
                record.owner = Owner::Shared(number);
                number
            }
            Owner::Shared(number) => number,
        };
        let differs = record.differ;
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
