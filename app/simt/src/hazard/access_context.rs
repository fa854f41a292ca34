//! The context of an access: its epoch, its workgroup and its semantics.

use super::access_semantics::{Clash, Semantics};
use super::accessors::Accessors;
use super::report::{Accessor, Meeting, Reports, Scope};

/// Everything that the shadow memory must know of the moment of an access, and where it reports conflicts.
#[derive(Debug)]
pub(crate) struct AccessContext<'a> {
    pub(crate) epoch: u32,
    /// First epoch after the last barrier that orders this memory, and first epoch of the workgroup.
    pub(crate) ordered: u32,
    pub(crate) workgroup_began: u32,
    pub(crate) workgroup: u32,
    /// Semantics of this access, and of every site, by number of the site.
    pub(crate) semantics: Semantics,
    pub(crate) site_semantics: &'a [Semantics],
    pub(crate) reports: &'a mut Reports,
}

impl AccessContext<'_> {
    pub(super) fn accessor(&self, accessors: Accessors) -> Accessor {
        Accessor {
            site: accessors.site(),
            workgroup: self.workgroup,
            lane: Some(accessors.lane()),
        }
    }

    pub(super) fn meet(
        &mut self,
        word: u32,
        accessors: Accessors,
        known: Accessors,
        scope: Scope,
        differs: bool,
    ) {
        let semantics = |accessors: Accessors| self.site_semantics[accessors.site() as usize];
        let clash = semantics(accessors).clash(semantics(known));
        if clash == Clash::None || !accessors.differs(known) {
            return;
        }
        let mut other = self.accessor(known);
        // `Accessors` remember only their first lane.
        other.lane = other.lane.filter(|&lane| lane != accessors.lane());
        self.reports.meet(Meeting {
            scope,
            clash,
            differs,
            word,
            one: self.accessor(accessors),
            other,
        });
    }
}
