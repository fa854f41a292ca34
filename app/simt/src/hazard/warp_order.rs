//! Order inside a warp: `subgroupBarrier()` orders the accesses of the lanes that meet there, and no other warp's. In
//! lockstep, the lanes of a volatile access meet after it: all have loaded before one of them stores.
//!
//! In a kernel with such meetings, the accesses of one site by one warp between two of its meetings are a *turn*. The
//! shadow memory of a workgroup then keeps turns in place of sites, so that two accesses of a warp tell which meetings lie
//! between them.

use crate::lanes::ActiveMask;
use std::collections::HashMap;

#[derive(Debug)]
pub(crate) struct WarpOrder {
    warp_width: u32,
    /// Number of the kernel's sites. Turns are numbered after them.
    sites: u32,
    /// The lanes of each meeting so far, by warp.
    meetings: Vec<Vec<u64>>,
    turns: Vec<Turn>,
    /// Numbers of turns, by site, warp and number of meetings before.
    numbers: HashMap<(u32, u32, usize), u32>,
}

#[derive(Clone, Copy, Debug)]
struct Turn {
    site: u32,
    warp: u32,
    /// Number of the warp's meetings before.
    after: usize,
    /// All lanes that accessed memory.
    lanes: u64,
}

/// Limit of sites and turns together.
const MOST: u32 = 1 << 20;

impl WarpOrder {
    pub(crate) fn new(warp_width: u32, sites: usize) -> Self {
        WarpOrder {
            warp_width: warp_width.max(1),
            sites: sites as u32,
            meetings: Vec::new(),
            turns: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    pub(super) fn begin_workgroup(&mut self) {
        self.meetings.clear();
        self.turns.clear();
        self.numbers.clear();
    }

    /// Records that lanes of a warp have met.
    pub(super) fn meet(&mut self, first_invocation: u32, lanes: ActiveMask) {
        let warp = (first_invocation / self.warp_width) as usize;
        if self.meetings.len() <= warp {
            self.meetings.resize_with(warp + 1, Vec::new);
        }
        self.meetings[warp].push(lanes.0);
    }

    /// Returns the number of the turn of an access, or `None` if there are too many.
    pub(super) fn turn(
        &mut self,
        site: u32,
        first_invocation: u32,
        lanes: ActiveMask,
    ) -> Option<u32> {
        let warp = first_invocation / self.warp_width;
        let after = self.meetings.get(warp as usize).map_or(0, Vec::len);
        let next = self.sites + self.turns.len() as u32;
        let number = *self.numbers.entry((site, warp, after)).or_insert(next);
        if number >= MOST {
            return None;
        }
        if number == next {
            self.turns.push(Turn {
                site,
                warp,
                after,
                lanes: 0,
            });
        }
        self.turns[(number - self.sites) as usize].lanes |= lanes.0;
        Some(number)
    }

    fn of(&self, number: u32) -> Option<&Turn> {
        self.turns.get(number.checked_sub(self.sites)? as usize)
    }

    /// Returns the site of a turn.
    pub(super) fn site(&self, number: u32) -> u32 {
        self.of(number).map_or(number, |turn| turn.site)
    }

    /// Returns true if two turns are of one warp, and all their lanes have met between them.
    pub(super) fn orders(&self, one: u32, other: u32) -> bool {
        let (Some(one), Some(other)) = (self.of(one), self.of(other)) else {
            return false;
        };
        let (first, last) = (one.after.min(other.after), one.after.max(other.after));
        let lanes = one.lanes | other.lanes;
        let between = self.meetings.get(one.warp as usize);
        let mut between = between.map_or(&[][..], |all| &all[first..last]).iter();
        one.warp == other.warp && between.any(|met| lanes & !met == 0)
    }
}
