//! The verdicts that follow from a comparison of every pair of accesses.

use super::Verdict;
use super::inputs::{Access, Event, SPACES, Workgroup};
use super::sites::{is_write, memory_of, nature_of};
use crate::hazard::access_semantics::Clash;
use crate::hazard::report::Scope;
use crate::program::{BarrierKind, Space};
use std::collections::BTreeSet;

/// An access with its position in time.
#[derive(Clone, Copy)]
struct Placed {
    access: Access,
    workgroup: usize,
    epoch: usize,
    own_epoch: usize,
    order: usize,
}

/// A meeting with its position in time.
struct PlacedMeeting {
    lanes: u64,
    workgroup: usize,
    order: usize,
}

impl Placed {
    /// Returns true if program order and meetings lead from this access to a later one.
    fn precedes(&self, later: &Placed, meetings: &[PlacedMeeting]) -> bool {
        let between = meetings.iter().filter(|meeting| {
            meeting.workgroup == self.workgroup && (self.order..=later.order).contains(&meeting.order)
        });
        let reached = between.fold(1 << self.access.lane, |reached, meeting| {
            if reached & meeting.lanes == 0 {
                reached
            } else {
                reached | meeting.lanes
            }
        });
        self.workgroup == later.workgroup && self.order < later.order && reached >> later.access.lane & 1 == 1
    }
}

fn placed(workgroups: &[Workgroup]) -> (Vec<Placed>, Vec<PlacedMeeting>) {
    let (mut all, mut meetings) = (Vec::new(), Vec::new());
    for (workgroup, epochs) in workgroups.iter().enumerate() {
        let mut own_epochs = [0; 2];
        for (epoch, (events, barrier)) in epochs.iter().enumerate() {
            for event in events {
                for access in event.accesses() {
                    all.push(Placed {
                        access,
                        workgroup,
                        epoch,
                        own_epoch: own_epochs[memory_of(access.site)],
                        order: all.len() + meetings.len(),
                    });
                }
                if let Event::Meeting(lanes) = *event {
                    meetings.push(PlacedMeeting {
                        lanes,
                        workgroup,
                        order: all.len() + meetings.len(),
                    });
                }
            }
            for (own_epoch, space) in own_epochs.iter_mut().zip(SPACES) {
                *own_epoch += usize::from(orders(*barrier, space));
            }
        }
    }
    (all, meetings)
}

/// Computes the verdicts of the oracle from every pair of accesses to one word.
pub(super) fn expected(workgroups: &[Workgroup]) -> (BTreeSet<Verdict>, BTreeSet<u32>) {
    let (all, meetings) = placed(workgroups);
    let precedes = |a: &Placed, b: &Placed| a.precedes(b, &meetings);
    let are_ordered = |a: &Placed, b: &Placed| a.access.lane == b.access.lane || precedes(a, b) || precedes(b, a);
    let same_word =
        |a: &Placed, b: &Placed| memory_of(a.access.site) == memory_of(b.access.site) && a.access.word == b.access.word;
    let scope_of = |a: &Placed, b: &Placed| {
        if a.workgroup != b.workgroup {
            return (memory_of(a.access.site) == 1).then_some(Scope::Workgroups);
        }
        if a.own_epoch != b.own_epoch || are_ordered(a, b) {
            None
        } else if a.epoch == b.epoch {
            Some(Scope::Unordered)
        } else {
            Some(Scope::WrongBarrier)
        }
    };
    // Returns true if the writes of the word within a scope have different values.
    let differ = |a: &Placed, scope| match scope {
        Scope::WrongBarrier => true,
        Scope::Unordered | Scope::Workgroups => {
            let values: BTreeSet<u32> = all
                .iter()
                .filter(|b| same_word(a, b) && is_write(b.access.site))
                .filter(|b| scope == Scope::Workgroups || (a.workgroup, a.epoch) == (b.workgroup, b.epoch))
                .map(|b| b.access.value)
                .collect();
            values.len() > 1
        }
    };
    let mut verdicts: BTreeSet<Verdict> = BTreeSet::new();
    for a in &all {
        for b in all.iter().filter(|b| same_word(a, b)) {
            let clash = nature_of(a.access.site).clash(nature_of(b.access.site));
            let (Some(scope), true) = (scope_of(a, b), clash != Clash::None) else {
                continue;
            };
            let by_value = matches!(clash, Clash::RaceOfWrites | Clash::OrderOfWrites);
            let (low, high) = (a.access.site.min(b.access.site), a.access.site.max(b.access.site));
            verdicts.insert((low, high, scope, !by_value || differ(a, scope)));
        }
    }
    // There is one verdict for two sites: if different values met anywhere, it is the worse one.
    let worst = verdicts
        .iter()
        .filter(|v| v.3 || !verdicts.contains(&(v.0, v.1, v.2, true)))
        .copied()
        .collect();
    let unwritten = all
        .iter()
        .filter(|read| memory_of(read.access.site) == 0 && nature_of(read.access.site).reads)
        .filter(|read| {
            let here = || {
                all.iter()
                    .filter(|b| same_word(read, b) && b.workgroup == read.workgroup)
            };
            let before = here().any(|b| b.own_epoch < read.own_epoch && is_write(b.access.site));
            let stores = |b: &&Placed| nature_of(b.access.site).stores() && b.own_epoch == read.own_epoch;
            let earlier = here().filter(stores).any(|b| precedes(b, read));
            // A store of one lane races with a read of the word by another lane that seemed to precede every write.
            let raced = here().filter(stores).any(|store| {
                here()
                    .any(|r| nature_of(r.access.site).reads && r.own_epoch == read.own_epoch && !are_ordered(r, store))
            });
            !before && !earlier && !raced
        })
        .map(|read| read.access.site)
        .collect();
    (worst, unwritten)
}

fn orders(barrier: BarrierKind, space: Space) -> bool {
    matches!(
        (barrier, space),
        (BarrierKind::Both, _) | (BarrierKind::Workgroup, Space::Workgroup) | (BarrierKind::Storage, Space::Storage)
    )
}
