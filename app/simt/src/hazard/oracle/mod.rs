//! Tests the detector against an oracle that compares every pair of accesses, and affine accesses against their single
//! lanes.

mod expected;
mod inputs;
mod sites;
mod watch;

use super::report::Scope;
use crate::program::BarrierKind;
use expected::expected;
use inputs::{Event, LANES, Request, by_warps, workgroups, workgroups_of_warps};
use proptest::prelude::*;
use sites::is_volatile;
use std::collections::BTreeSet;
use watch::{AMONG_BYTES, AMONG_HALVES, BYTES, HALVES, HALVES_AMONG_BYTES, Order, WHOLE, Warps, Watch, detected};

/// A verdict: two sites, what was missing between them, and whether they wrote different values.
type Verdict = (u32, u32, Scope, bool);

/// Only the second run of a store clashes: the values of the first are not in memory yet when its words get separate
/// records.
#[test]
fn a_store_in_several_runs_is_known_by_what_it_writes() {
    let store = |first, lanes, site, word, step, modulus, values| Request {
        first,
        lanes,
        together: false,
        site,
        word,
        step,
        modulus,
        values,
        luck: [0; 2],
    };
    let requests = vec![
        store(1, 0b0111, 3, 1, 1, 1 << 31, 0b1111),
        // Lane 1 writes the first word, lane 3 the second.
        store(0, 0b1010, 2, 0, u32::MAX, 3, 0b1111),
        store(0, 0b1111, 2, 0, 0, 1 << 31, 0),
    ];
    let events = requests.into_iter().map(Event::Request).collect();
    let workgroups = [vec![(events, BarrierKind::Workgroup)]];
    let wanted = expected(&workgroups);
    assert!(wanted.0.contains(&(2, 2, Scope::Unordered, true)));
    for order in [Order::Rows, Order::Warps, Order::Words] {
        let detected = detected(&workgroups, order, WHOLE, Warps::Unordered);
        assert_eq!(detected, wanted, "{order:?}");
    }
}

/// A lane stores again after a meeting with those that it raced with, and only its third store has another value.
#[test]
fn values_differ_after_the_turn_that_raced_is_over() {
    let store = |site, lanes, word, step, values| {
        Event::Request(Request {
            first: 0,
            lanes,
            together: false,
            site,
            word,
            step,
            modulus: 1 << 31,
            values,
            luck: [0; 2],
        })
    };
    let events = vec![
        store(2, 0b1011, 0, 0, 0),
        Event::Meeting(0b1111),
        store(2, 0b1000, 0, 0, 0),
        store(3, 0b1000, 0, 0, 0b1000),
    ];
    let workgroups = [vec![(events, BarrierKind::Workgroup)]];
    let wanted = expected(&workgroups);
    assert_eq!(wanted.0, BTreeSet::from([(2, 2, Scope::Unordered, true)]));
    for order in [Order::Warps, Order::Words, Order::Interleaved(0, false)] {
        let detected = detected(&workgroups, order, WHOLE, Warps::Meet(LANES));
        assert_eq!(detected, wanted, "{order:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// The verdicts are those of the oracle, in any order of the lanes and in any form of the requests.
    #[test]
    fn the_detector_finds_what_all_pairs_show(workgroups in workgroups()) {
        let wanted = expected(&workgroups);
        for order in [Order::Rows, Order::Warps, Order::Words, Order::Interleaved(0, false), Order::Interleaved(1, true)] {
            prop_assert_eq!(detected(&workgroups, order, WHOLE, Warps::Unordered), wanted.clone(), "{:?}", order);
        }
        for scale in [HALVES, AMONG_HALVES, BYTES, HALVES_AMONG_BYTES, AMONG_BYTES] {
            for order in [Order::Rows, Order::Warps, Order::Interleaved(0, false), Order::Interleaved(1, true)] {
                prop_assert_eq!(detected(&workgroups, order, scale, Warps::Unordered), wanted.clone(), "{:?} {:?}", order, scale);
            }
        }
    }

    /// The same where lanes of a warp meet at its barriers: some lanes or all, more often in one warp than in another, and
    /// in any order that the meetings allow.
    #[test]
    fn meetings_order_the_lanes_that_they_lead_to((workgroups, width) in workgroups_of_warps()) {
        let workgroups = by_warps(&workgroups, width, |_| false);
        let wanted = expected(&workgroups);
        for scale in [WHOLE, HALVES, AMONG_BYTES] {
            for order in [Order::Warps, Order::Words, Order::Interleaved(0, false), Order::Interleaved(1, false)] {
                let detected = detected(&workgroups, order, scale, Warps::Meet(width));
                prop_assert_eq!(detected, wanted.clone(), "{:?} {:?}", order, scale);
            }
        }
    }

    /// In lockstep the lanes of a volatile access meet before it and after it.
    #[test]
    fn volatile_accesses_order_their_lanes((workgroups, width) in workgroups_of_warps()) {
        let wanted = expected(&by_warps(&workgroups, width, is_volatile));
        let workgroups = by_warps(&workgroups, width, |_| false);
        for order in [Order::Warps, Order::Words] {
            let detected = detected(&workgroups, order, WHOLE, Warps::MeetAtVolatile(width));
            prop_assert_eq!(detected, wanted.clone(), "{:?}", order);
        }
    }

    /// Counts and examples are the same as for single lanes.
    #[test]
    fn rows_tell_what_their_lanes_would(workgroups in workgroups()) {
        let reports = |order, scale| Watch::over(&workgroups, order, scale, Warps::Unordered).reports();
        let wanted = reports(Order::Words, WHOLE);
        prop_assert_eq!(reports(Order::Rows, WHOLE), wanted.clone());
        prop_assert_eq!(reports(Order::Warps, WHOLE), wanted.clone());
        prop_assert_eq!(reports(Order::Warps, HALVES), wanted.clone());
        prop_assert_eq!(reports(Order::Warps, BYTES), wanted);
    }
}
