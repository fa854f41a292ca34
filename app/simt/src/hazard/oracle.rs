//! The detector against an oracle that looks at every pair of accesses.

use super::detector::{Detector, MemoryFacts, Touched};
use super::nature::{Clash, Effect, Nature};
use super::report::Scope;
use crate::lanes::ActiveMask;
use crate::program::{BarrierKind, Space};
use proptest::prelude::*;
use std::collections::BTreeSet;

const LANES: u32 = 4;
const WORDS: u32 = 3;
/// Memory 0 is of the workgroup, memory 1 is storage; each has the same sites.
const SPACES: [Space; 2] = [Space::Workgroup, Space::Storage];

#[derive(Clone, Copy, Debug)]
struct Access {
    lane: u32,
    site: u32,
    word: u32,
    value: u32,
    /// Where among the accesses of its workgroup and phase it comes: the schedule's luck.
    luck: [u32; 2],
}

/// What one workgroup does: the accesses of each phase, and the barrier after it.
type Workgroup = Vec<(Vec<Access>, BarrierKind)>;

/// A verdict: two sites, what was missing between them, and whether different values met.
type Verdict = (u32, u32, Scope, bool);

fn natures() -> Vec<Nature> {
    let nature = |reads, writes, atomic, used| Nature {
        reads,
        writes,
        atomic,
        used,
    };
    vec![
        nature(true, false, None, true),
        nature(true, false, None, true),
        nature(false, true, None, false),
        nature(false, true, None, false),
        nature(true, true, Some(Effect::Add), false),
        nature(true, true, Some(Effect::Max), true),
        nature(false, true, Some(Effect::Replace), false),
        nature(true, false, Some(Effect::Nothing), true),
    ]
}

fn sites() -> Vec<Option<(u32, Nature)>> {
    (0..2)
        .flat_map(|memory| natures().into_iter().map(move |n| Some((memory, n))))
        .collect()
}

fn nature_of(site: u32) -> Nature {
    natures()[site as usize % natures().len()]
}

fn memory_of(site: u32) -> usize {
    site as usize / natures().len()
}

fn is_write(site: u32) -> bool {
    nature_of(site).writes
}

fn orders(barrier: BarrierKind, space: Space) -> bool {
    matches!(
        (barrier, space),
        (BarrierKind::Both, _)
            | (BarrierKind::Workgroup, Space::Workgroup)
            | (BarrierKind::Storage, Space::Storage)
    )
}

/// Runs the detector over one interleaving: within a phase, lanes keep their own order and luck mixes them.
fn detected(workgroups: &[Workgroup], luck: usize) -> (BTreeSet<Verdict>, BTreeSet<u32>) {
    let site_of: Vec<(u32, u32)> = (0..sites().len() as u32).map(|site| (site, site)).collect();
    let facts = SPACES.map(|space| MemoryFacts {
        space,
        words: WORDS as usize,
    });
    let mut detector = Detector::new(&sites(), &site_of, &facts, workgroups.len() as u64);
    for (number, workgroup) in (0..).zip(workgroups) {
        detector.begin_workgroup(number);
        for (phase, barrier) in workgroup {
            let mut rest: Vec<Vec<Access>> = (0..LANES)
                .map(|lane| {
                    phase
                        .iter()
                        .rev()
                        .filter(|a| a.lane == lane)
                        .copied()
                        .collect()
                })
                .collect();
            while let Some(lane) = (0..LANES as usize)
                .filter(|&lane| !rest[lane].is_empty())
                .min_by_key(|&lane| rest[lane].last().map(|access| access.luck[luck]))
            {
                let Some(access) = rest[lane].pop() else {
                    break;
                };
                let touched = Touched {
                    op: access.site,
                    memory: memory_of(access.site) as u32,
                    first_invocation: 0,
                    mask: ActiveMask(1 << access.lane),
                    addresses: &[access.word * 4],
                    words: 1,
                };
                detector.touched(&touched, |_, _, _| {
                    is_write(access.site).then_some(access.value)
                });
            }
            detector.barrier_opened(*barrier, 0);
        }
    }
    let pairs = detector.reports.pairs(u32::MAX).map(|(pair, differs)| {
        let (a, b) = (pair.example.one.site, pair.example.other.site);
        let scope = pair.example.scope;
        let by_value = matches!(
            pair.example.clash,
            Clash::RaceOfWrites | Clash::OrderOfWrites
        );
        (a.min(b), a.max(b), scope, !by_value || differs)
    });
    let unwritten = detector.reports.unwritten_reads();
    (
        pairs.collect(),
        unwritten.map(|unwritten| unwritten.reader.site).collect(),
    )
}

/// An access with its place in time.
#[derive(Clone, Copy)]
struct Placed {
    access: Access,
    workgroup: usize,
    phase: usize,
    epoch: usize,
    order: usize,
}

fn placed(workgroups: &[Workgroup]) -> Vec<Placed> {
    let mut all = Vec::new();
    for (workgroup, phases) in workgroups.iter().enumerate() {
        let mut epochs = [0; 2];
        for (phase, (accesses, barrier)) in phases.iter().enumerate() {
            for &access in accesses {
                all.push(Placed {
                    access,
                    workgroup,
                    phase,
                    epoch: epochs[memory_of(access.site)],
                    order: all.len(),
                });
            }
            for (epoch, space) in epochs.iter_mut().zip(SPACES) {
                *epoch += usize::from(orders(*barrier, space));
            }
        }
    }
    all
}

/// The oracle: every pair of accesses to one word.
fn expected(workgroups: &[Workgroup]) -> (BTreeSet<Verdict>, BTreeSet<u32>) {
    let all = placed(workgroups);
    let same_word = |a: &Placed, b: &Placed| {
        memory_of(a.access.site) == memory_of(b.access.site) && a.access.word == b.access.word
    };
    let scope_of = |a: &Placed, b: &Placed| {
        if a.workgroup != b.workgroup {
            return (memory_of(a.access.site) == 1).then_some(Scope::Workgroups);
        }
        if a.epoch != b.epoch || a.access.lane == b.access.lane {
            None
        } else if a.phase == b.phase {
            Some(Scope::Unordered)
        } else {
            Some(Scope::WrongBarrier)
        }
    };
    // Whether the writes of the word, as far as a scope looks, are of different values.
    let differ = |a: &Placed, scope| match scope {
        Scope::WrongBarrier => true,
        Scope::Unordered | Scope::Workgroups => {
            let values: BTreeSet<u32> = all
                .iter()
                .filter(|b| same_word(a, b) && is_write(b.access.site))
                .filter(|b| {
                    scope == Scope::Workgroups || (a.workgroup, a.phase) == (b.workgroup, b.phase)
                })
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
            let (low, high) = (
                a.access.site.min(b.access.site),
                a.access.site.max(b.access.site),
            );
            verdicts.insert((low, high, scope, !by_value || differ(a, scope)));
        }
    }
    // One verdict for two sites: different values anywhere make it the worse one.
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
            let before = here().any(|b| b.epoch < read.epoch && is_write(b.access.site));
            let stores = |b: &&Placed| nature_of(b.access.site).stores() && b.epoch == read.epoch;
            let own = here()
                .filter(stores)
                .any(|b| b.access.lane == read.access.lane && b.order < read.order);
            // Some lane's store races with some lane's seemingly unset read of the word.
            let raced = here().filter(stores).any(|store| {
                here().any(|r| {
                    nature_of(r.access.site).reads
                        && r.epoch == read.epoch
                        && r.access.lane != store.access.lane
                })
            });
            !before && !own && !raced
        })
        .map(|read| read.access.site)
        .collect();
    (worst, unwritten)
}

fn workgroups() -> impl Strategy<Value = Vec<Workgroup>> {
    let sites = sites().len() as u32;
    let access = (0..LANES, 0..sites, 0..WORDS, 0..2_u32, any::<[u32; 2]>()).prop_map(
        |(lane, site, word, value, luck)| Access {
            lane,
            site,
            word,
            value,
            luck,
        },
    );
    let barrier = prop_oneof![
        Just(BarrierKind::Workgroup),
        Just(BarrierKind::Storage),
        Just(BarrierKind::Both)
    ];
    let phase = (prop::collection::vec(access, 0..10), barrier);
    prop::collection::vec(prop::collection::vec(phase, 1..5), 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// The verdicts are those of the oracle, in whatever order the lanes came.
    #[test]
    fn the_detector_finds_what_all_pairs_show(workgroups in workgroups()) {
        let wanted = expected(&workgroups);
        prop_assert_eq!(detected(&workgroups, 0), wanted.clone());
        prop_assert_eq!(detected(&workgroups, 1), wanted);
    }
}
