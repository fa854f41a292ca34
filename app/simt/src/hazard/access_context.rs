//! The context of an access: its epoch, its workgroup and its semantics.

use super::access_semantics::{Clash, Semantics};
use super::accessors::Accessors;
use super::fence_order::FenceOrder;
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
    pub(crate) warp_order: Option<&'a mut WarpOrder>,
    /// The order by fences, and the memory; `None` if the kernel has no fences.
    pub(crate) fence_order: Option<(&'a FenceOrder, u32)>,
    pub(crate) reports: &'a mut Reports,
}

impl AccessContext<'_> {
    /// Returns the site of accessors.
    pub(super) fn site(&self, accessors: Accessors) -> u32 {
        let number = accessors.site();
        let order = self.warp_order.as_ref();
        order.map_or(number, |order| order.site(number))
    }

    pub(super) fn semantics_of(&self, accessors: Accessors) -> Semantics {
        self.site_semantics[self.site(accessors) as usize]
    }

    /// Returns the accessors of one lane, with its turn where a warp's order counts.
    pub(super) fn single(&mut self, site: u32, lane: u32) -> Accessors {
        let order = self.warp_order.as_mut();
        let number = order.map_or(site, |order| order.with_invocation(site, lane));
        Accessors::new(number, lane)
    }

    /// Returns true if an access by a single lane adds nothing to accessors.
    pub(super) fn covers(&self, recorded: Accessors, access: Accessors) -> bool {
        match &self.warp_order {
            None => recorded.covers(access),
            Some(order) => order.covers(recorded.site(), access.site()),
        }
    }

    /// Returns true if accessors are of one site, and of one turn where a warp's order counts.
    pub(super) fn are_of_one_site(&self, one: Accessors, other: Accessors) -> bool {
        match &self.warp_order {
            None => one.site() == other.site(),
            Some(order) => order.is_same(one.site(), other.site()),
        }
    }

    /// Returns accessors with one more lane of the same site.
    pub(super) fn joined(&mut self, recorded: Accessors, access: Accessors) -> Accessors {
        let Some(order) = &mut self.warp_order else {
            return recorded.as_many();
        };
        let number = order.joined(recorded.site(), access.site());
        Accessors::new(number, recorded.lane()).as_many()
    }

    /// Returns true if no two lanes of two accesses are different, or barriers of their warp order those that are.
    pub(super) fn are_ordered(&self, one: Accessors, other: Accessors) -> bool {
        let order = self.warp_order.as_ref();
        !one.differs(other) || order.is_some_and(|order| order.orders(one.site(), other.site()))
    }

    /// Returns true if all that is ordered with one turn is ordered with another one.
    pub(super) fn stands_for(&self, one: Accessors, other: Accessors) -> bool {
        let order = self.warp_order.as_ref();
        order.is_some_and(|order| order.stands_for(one.site(), other.site()))
    }

    pub(super) fn accessor(&self, accessors: Accessors) -> Accessor {
        Accessor {
            site: self.site(accessors),
            workgroup: self.workgroup,
            lane: Some(accessors.lane()),
        }
    }

    /// Returns true if fences order an access behind all those of a turn.
    fn fences_order(&self, word: u32, access: Accessors, recorded: Accessors) -> bool {
        let (Some((fences, memory)), Some(turns)) = (self.fence_order, &self.warp_order) else {
            return false;
        };
        let present = (access.lane(), self.semantics_of(access));
        let (site, semantics) = (self.site(recorded), self.semantics_of(recorded));
        turns
            .invocations(recorded.site(), recorded.lane())
            .filter(|&lane| lane != access.lane())
            .all(|lane| fences.orders((memory, word), present, (lane, site, semantics)))
    }

    pub(super) fn meet(&mut self, word: u32, accessors: Accessors, recorded: Accessors, scope: Scope, differs: bool) {
        let clash = self.semantics_of(accessors).clash(self.semantics_of(recorded));
        if clash == Clash::None
            || self.are_ordered(accessors, recorded)
            || scope == Scope::Unordered && self.fences_order(word, accessors, recorded)
        {
            return;
        }
        let mut other = self.accessor(recorded);
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
