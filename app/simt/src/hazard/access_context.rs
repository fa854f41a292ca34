//! The moment of an access.

use super::access_semantics::{Clash, Nature};
use super::accessors::Class;
use super::report::{Accessor, Meeting, Reports, Scope};

/// Everything about the moment of an access, and where to report what it meets.
#[derive(Debug)]
pub(crate) struct Visit<'a> {
    pub(crate) phase: u32,
    /// First phase after the last barrier that orders this memory, and first of the workgroup.
    pub(crate) ordered: u32,
    pub(crate) workgroup_began: u32,
    pub(crate) workgroup: u32,
    /// Of the access, and of all sites.
    pub(crate) nature: Nature,
    pub(crate) natures: &'a [Nature],
    pub(crate) reports: &'a mut Reports,
}

impl Visit<'_> {
    pub(super) fn accessor(&self, class: Class) -> Accessor {
        Accessor {
            site: class.site(),
            workgroup: self.workgroup,
            lane: Some(class.lane()),
        }
    }

    pub(super) fn meet(
        &mut self,
        word: u32,
        class: Class,
        known: Class,
        scope: Scope,
        differs: bool,
    ) {
        let nature = |class: Class| self.natures[class.site() as usize];
        let clash = nature(class).clash(nature(known));
        if clash == Clash::None || !class.differs(known) {
            return;
        }
        let mut other = self.accessor(known);
        // Only the first lane of a class is remembered.
        other.lane = other.lane.filter(|&lane| lane != class.lane());
        self.reports.meet(Meeting {
            scope,
            clash,
            differs,
            word,
            one: self.accessor(class),
            other,
        });
    }
}
