//! The context of an access: its epoch, its workgroup and its semantics.

use super::access_semantics::{Clash, Semantics};
use super::accessors::Accessors;
use super::report::{Accessor, Meeting, Reports, Scope};
use super::warp_order::WarpOrder;

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
    /// `None` if nothing orders the lanes of a warp. Otherwise accessors have turns in place of sites.
    pub(crate) warp_order: Option<&'a WarpOrder>,
    pub(crate) reports: &'a mut Reports,
}

impl AccessContext<'_> {
    /// Returns the site of accessors.
    pub(super) fn site(&self, accessors: Accessors) -> u32 {
        let number = accessors.site();
        self.warp_order.map_or(number, |order| order.site(number))
    }

    pub(super) fn semantics_of(&self, accessors: Accessors) -> Semantics {
        self.site_semantics[self.site(accessors) as usize]
    }

    /// Returns true if a barrier of their warp lies between two accesses.
    pub(super) fn are_ordered(&self, one: Accessors, other: Accessors) -> bool {
        let is_ordered = |order: &WarpOrder| order.orders(one.site(), other.site());
        self.warp_order.is_some_and(is_ordered)
    }

    pub(super) fn accessor(&self, accessors: Accessors) -> Accessor {
        Accessor {
            site: self.site(accessors),
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
        let clash = self.semantics_of(accessors).clash(self.semantics_of(known));
        let meets = clash != Clash::None && accessors.differs(known);
        if !meets || self.are_ordered(accessors, known) {
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
