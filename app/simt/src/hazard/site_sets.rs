//! Sets of sites, each stored once and identified by a number: most words of a buffer are accessed from the same few
//! sites.

use std::collections::HashMap;

/// The number of a set.
pub(crate) type SetNumber = u32;

#[derive(Debug)]
pub(crate) struct SiteSets {
    members: Vec<Vec<u32>>,
    /// The set with one more site, by set and site.
    with: HashMap<(SetNumber, u32), SetNumber>,
    by_members: HashMap<Vec<u32>, SetNumber>,
    /// The last result: the same question is often asked for many lanes in a row.
    last: (SetNumber, u32, SetNumber),
}

impl SiteSets {
    pub(crate) const EMPTY: SetNumber = 0;

    pub(crate) fn new() -> Self {
        SiteSets {
            members: vec![Vec::new()],
            with: HashMap::new(),
            by_members: HashMap::from([(Vec::new(), Self::EMPTY)]),
            last: (u32::MAX, u32::MAX, 0),
        }
    }

    pub(crate) fn members(&self, set: SetNumber) -> &[u32] {
        &self.members[set as usize]
    }

    /// Returns the set with one more site.
    #[inline]
    pub(crate) fn with(&mut self, set: SetNumber, site: u32) -> SetNumber {
        let (last_set, last_site, with) = self.last;
        if (last_set, last_site) == (set, site) {
            return with;
        }
        let with = self.find(set, site);
        self.last = (set, site, with);
        with
    }

    /// Returns true if the last result shows that a site is in a set; false does not mean that it is not.
    #[inline(always)]
    pub(crate) fn has(&self, set: SetNumber, site: u32) -> bool {
        self.last == (set, site, set)
    }

    fn find(&mut self, set: SetNumber, site: u32) -> SetNumber {
        if let Some(&with) = self.with.get(&(set, site)) {
            return with;
        }
        let mut members = self.members[set as usize].clone();
        if let Err(position) = members.binary_search(&site) {
            members.insert(position, site);
        }
        let next = self.members.len() as SetNumber;
        let number = *self.by_members.entry(members.clone()).or_insert(next);
        if number == next {
            self.members.push(members);
        }
        self.with.insert((set, site), number);
        number
    }
}
