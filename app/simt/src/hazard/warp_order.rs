//! Order inside a warp: `subgroupBarrier()` orders the accesses of the lanes that meet there, and no other warp's. In
//! lockstep, the lanes of a volatile access meet before it and after it: all have loaded before one of them stores, and
//! what one of them did in a branch that ended is done.
//!
//! In a kernel with such meetings, the accesses of one site by one warp between two of its meetings are a *turn*. The
//! shadow memory of a workgroup then keeps turns in place of sites, each with the lanes that accessed the word. So two
//! accesses of a word tell which meetings lie between them, and whether these lead from one lane to the other.

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
    numbers: HashMap<Turn, u32>,
    /// Turns that no record has any more, by their position in `turns`. Their numbers are given to new ones.
    free: Vec<u32>,
    /// The number of turns at which those that no record has are looked for.
    crowded: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Turn {
    site: u32,
    warp: u32,
    /// Number of the warp's meetings before.
    after: u32,
    /// The lanes that accessed a word; 0 where each word has a lane of its own.
    lanes: u64,
}

impl Turn {
    /// Returns true if the two differ in their lanes alone.
    fn is_same(self, other: Turn) -> bool {
        (Turn { lanes: 0, ..self }) == Turn { lanes: 0, ..other }
    }
}

/// Limit of the turns that records have. A request adds few, so the numbers of sites and turns fit into `Accessors`.
const MOST: usize = 1 << 20;
/// Turns are not released before there are so many.
const MANY: usize = 1 << 16;

impl WarpOrder {
    pub(crate) fn new(warp_width: u32, sites: usize) -> Self {
        WarpOrder {
            warp_width: warp_width.max(1),
            sites: sites as u32,
            meetings: Vec::new(),
            turns: Vec::new(),
            numbers: HashMap::new(),
            free: Vec::new(),
            crowded: MANY,
        }
    }

    /// Releases turns from this number on.
    #[cfg(test)]
    pub(super) fn crowded_by(mut self, turns: usize) -> Self {
        self.crowded = turns;
        self
    }

    /// Forgets all turns: a workgroup begins, or a barrier has ordered all accesses of this one.
    pub(super) fn begin(&mut self) {
        self.meetings.clear();
        self.turns.clear();
        self.numbers.clear();
        self.free.clear();
    }

    /// Returns true if [`Self::release`] should be called before the next turn.
    pub(super) fn is_crowded(&self) -> bool {
        self.numbers.len() >= self.crowded
    }

    /// Releases all turns but those that `each_kept` names. Returns false if even these are too many.
    pub(super) fn release(&mut self, each_kept: impl FnOnce(&mut dyn FnMut(u32))) -> bool {
        let mut is_kept = vec![false; self.turns.len()];
        each_kept(&mut |number| {
            let index = number.checked_sub(self.sites);
            if let Some(kept) = index.and_then(|index| is_kept.get_mut(index as usize)) {
                *kept = true;
            }
        });
        let position = |number: u32| (number - self.sites) as usize;
        self.numbers.retain(|_, &mut number| is_kept[position(number)]);
        self.free.clear();
        self.free
            .extend((0..).zip(&is_kept).filter(|(_, kept)| !**kept).map(|(index, _)| index));
        // So the search costs a constant time for each turn.
        self.crowded = self.crowded.max(2 * self.numbers.len());
        self.numbers.len() < MOST
    }

    /// Records that lanes of a warp have met.
    pub(super) fn meet(&mut self, first_invocation: u32, lanes: ActiveMask) {
        let warp = (first_invocation / self.warp_width) as usize;
        if self.meetings.len() <= warp {
            self.meetings.resize_with(warp + 1, Vec::new);
        }
        self.meetings[warp].push(lanes.0);
    }

    /// Returns the number of the turn of an access.
    pub(super) fn turn(&mut self, site: u32, first_invocation: u32) -> u32 {
        let warp = first_invocation / self.warp_width;
        let met = self.meetings.get(warp as usize).map_or(0, Vec::len);
        let turn = Turn {
            site,
            warp,
            after: met as u32,
            lanes: 0,
        };
        self.number(turn)
    }

    /// Returns the number of a turn with one more lane.
    pub(super) fn with_invocation(&mut self, number: u32, invocation: u32) -> u32 {
        let lane = 1 << (invocation % self.warp_width);
        self.with(number, lane)
    }

    /// Returns the number of a turn with the lanes of another one.
    pub(super) fn joined(&mut self, number: u32, other: u32) -> u32 {
        let lanes = self.of(other).map_or(0, |turn| turn.lanes);
        self.with(number, lanes)
    }

    fn with(&mut self, number: u32, lanes: u64) -> u32 {
        let turn = self.of(number).map(|turn| Turn {
            lanes: turn.lanes | lanes,
            ..*turn
        });
        turn.map_or(number, |turn| self.number(turn))
    }

    fn number(&mut self, turn: Turn) -> u32 {
        *self.numbers.entry(turn).or_insert_with(|| {
            let index = self.free.pop().unwrap_or_else(|| {
                self.turns.push(turn);
                self.turns.len() as u32 - 1
            });
            self.turns[index as usize] = turn;
            self.sites + index
        })
    }

    fn of(&self, number: u32) -> Option<&Turn> {
        self.turns.get(number.checked_sub(self.sites)? as usize)
    }

    /// Returns the site of a turn.
    pub(super) fn site(&self, number: u32) -> u32 {
        self.of(number).map_or(number, |turn| turn.site)
    }

    /// Returns the invocations of a turn, or the given one where each word has a lane of its own.
    pub(super) fn invocations(&self, number: u32, alone: u32) -> impl Iterator<Item = u32> {
        let turn = self.of(number).filter(|turn| turn.lanes != 0);
        let first = turn.map_or(0, |turn| turn.warp * self.warp_width);
        let lanes = ActiveMask(turn.map_or(0, |turn| turn.lanes)).lanes();
        let alone = turn.is_none().then_some(alone);
        lanes.map(move |lane| first + lane).chain(alone)
    }

    /// Returns true if two turns differ in their lanes alone.
    pub(super) fn is_same(&self, one: u32, other: u32) -> bool {
        let turns = self.of(one).zip(self.of(other));
        turns.is_some_and(|(one, other)| one.is_same(*other))
    }

    /// Returns true if a turn has all lanes of another one.
    pub(super) fn covers(&self, recorded: u32, other: u32) -> bool {
        let turns = self.of(recorded).zip(self.of(other));
        turns.is_some_and(|(recorded, other)| recorded.is_same(*other) && other.lanes & !recorded.lanes == 0)
    }

    /// Returns true if a turn lies between the same meetings as another one, and has all its lanes.
    pub(super) fn stands_for(&self, one: u32, other: u32) -> bool {
        let turns = self.of(one).zip(self.of(other));
        turns.is_some_and(|(one, other)| {
            (one.warp, one.after) == (other.warp, other.after) && other.lanes & !one.lanes == 0
        })
    }

    /// Returns true if meetings, or the program order of one lane, order all accesses of two turns.
    pub(super) fn orders(&self, one: u32, other: u32) -> bool {
        let Some((one, other)) = self.of(one).zip(self.of(other)) else {
            return false;
        };
        // Each warp counts its own meetings, so turns of two warps cannot be compared.
        if one.warp != other.warp {
            return false;
        }
        let (first, last) = if one.after <= other.after {
            (one, other)
        } else {
            (other, one)
        };
        let meetings = self.meetings.get(one.warp as usize);
        let between = meetings
            .and_then(|all| all.get(first.after as usize..last.after as usize))
            .unwrap_or_default();
        // Mostly, all lanes met right after the first turn, or right before the last.
        let both = first.lanes | last.lanes;
        let ends = [between.first(), between.last()];
        if ends.into_iter().flatten().any(|met| both & !met == 0) {
            return true;
        }
        let later = ActiveMask(last.lanes);
        later.lanes().all(|lane| first.lanes & !before(lane, between) == 0)
    }
}

/// Returns the lanes whose accesses before some meetings are ordered before those of a lane after them: the lanes that it
/// met, and those that had met one of these earlier.
fn before(lane: u32, meetings: &[u64]) -> u64 {
    meetings.iter().rev().fold(
        1 << lane,
        |before, met| {
            if before & met == 0 { before } else { before | met }
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_ordered_by_those_that_they_met() {
        // The meetings of a warp in order, and the lanes that come before lane 2.
        for (meetings, lanes) in [
            (&[][..], 0b0100),
            (&[0b1111], 0b1111),
            (&[0b0011], 0b0100),
            (&[0b0110], 0b0110),
            // Lane 0 met lane 1 before lane 1 met lane 2, and afterwards.
            (&[0b0011, 0b0110], 0b0111),
            (&[0b0110, 0b0011], 0b0110),
        ] {
            assert_eq!(before(2, meetings), lanes, "{meetings:?}");
        }
    }

    #[test]
    fn each_warp_counts_its_own_meetings() {
        let mut order = WarpOrder::new(4, 1);
        let turn = |order: &mut WarpOrder, lane: u32| {
            let turn = order.turn(0, lane / 4 * 4);
            order.with_invocation(turn, lane)
        };
        let first = turn(&mut order, 1);
        for _ in 0..3 {
            order.meet(4, ActiveMask(0b1111));
        }
        let second = turn(&mut order, 5);
        order.meet(0, ActiveMask(0b1111));
        let third = turn(&mut order, 2);
        assert!(!order.orders(first, second));
        assert!(!order.orders(second, third));
        assert!(order.orders(first, third));
        assert!(order.orders(third, first));
    }
}
