//! Tests the detector against an oracle that compares every pair of accesses, and affine accesses against their single
//! lanes.

use super::access_semantics::{AtomicEffect, Clash, Semantics};
use super::affine_access::AffineAccess;
use super::detector::{Detector, Grain, MemoryFacts, WrittenByLane};
use super::report::Scope;
use super::warp_access::WarpAccess;
use crate::lanes::{ActiveMask, Affine};
use crate::program::{BarrierKind, Space};
use proptest::prelude::*;
use std::collections::BTreeSet;

const LANES: u32 = 4;
/// Words that are accessed, on both sides of the end of a block.
const WORDS: u32 = 5;
const FIRST_WORD: u32 = 62;
/// Memory 0 is workgroup memory, memory 1 is storage; both have the same sites.
const SPACES: [Space; 2] = [Space::Workgroup, Space::Storage];

#[derive(Clone, Copy, Debug)]
struct Access {
    lane: u32,
    site: u32,
    word: u32,
    value: u32,
    /// Random positions among the accesses of the workgroup and of the epoch.
    luck: [u32; 2],
}

/// Accesses of several lanes by one instruction.
#[derive(Clone, Copy, Debug)]
struct Request {
    /// Number of lane 0, the lanes, and whether the detector gets them as one affine access.
    first: u32,
    lanes: u64,
    together: bool,
    site: u32,
    /// The word of lane 0, and the distance to the next lane's word.
    word: u32,
    step: u32,
    /// Words are taken modulo this number; a modulus below the number of words rules out an affine access.
    modulus: u32,
    /// One bit for each lane.
    values: u32,
    luck: [u32; 2],
}

impl Request {
    fn accesses(&self) -> impl Iterator<Item = Access> + '_ {
        ActiveMask(self.lanes).lanes().map(|lane| Access {
            lane: self.first + lane,
            site: self.site,
            word: self.word.wrapping_add(self.step.wrapping_mul(lane)) % self.modulus,
            value: self.values >> lane & 1,
            luck: self.luck.map(|luck| luck.rotate_left(7 * lane)),
        })
    }

    /// Returns the request with only the lanes that exist and access words that are tested.
    fn inside(mut self) -> Self {
        let inside = |a: &Access| a.lane < LANES && a.word < WORDS;
        let lanes = self.accesses().filter(inside);
        self.lanes = lanes.fold(0, |all, a| all | 1 << (a.lane - self.first));
        self
    }
}

/// A step of a workgroup.
#[derive(Clone, Copy, Debug)]
enum Event {
    Request(Request),
    /// These lanes, all of one warp, meet at a barrier of the warp.
    Meeting(u64),
}

impl Event {
    /// Returns the accesses of a request.
    fn accesses(&self) -> impl Iterator<Item = Access> + '_ {
        let request = match self {
            Event::Request(request) => Some(request),
            Event::Meeting(_) => None,
        };
        request.into_iter().flat_map(Request::accesses)
    }
}

/// The events of each epoch of a workgroup, and the barrier after it.
type Workgroup = Vec<(Vec<Event>, BarrierKind)>;

/// The order inside a warp that the detector knows.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Warps {
    /// None: warps have no barriers.
    Unordered,
    /// The meetings of warps of this width.
    Meet(u32),
    /// The same, and the lanes of a volatile access meet before it and after it.
    MeetAtVolatile(u32),
}

/// Returns true for the sites of volatile accesses: a load and a store of each memory.
fn is_volatile(site: u32) -> bool {
    matches!(site as usize % site_semantics().len(), 1 | 3)
}

/// The order and form in which the detector gets requests.
#[derive(Clone, Copy, Debug)]
enum Order {
    /// Request by request, as affine accesses where possible.
    Rows,
    /// Request by request, as accesses of a warp.
    Warps,
    /// Request by request, with separate records of words from the start.
    Words,
    /// Lanes keep their program order but are interleaved at random; true: every lane is a separate affine access.
    Interleaved(usize, bool),
}

/// The unit of the detector's records, and the bytes of an access: what a `Request` calls a word.
#[derive(Clone, Copy, Debug)]
struct Scale {
    grain: Grain,
    each: u32,
}

const WHOLE: Scale = Scale {
    grain: Grain::Words,
    each: 4,
};
/// 16-bit floats, and whole words of a memory that contains such floats elsewhere.
const HALVES: Scale = Scale {
    grain: Grain::Halves,
    each: 2,
};
const AMONG_HALVES: Scale = Scale {
    grain: Grain::Halves,
    each: 4,
};
/// Bytes, and half words and whole words of a memory that is accessed by the byte elsewhere.
const BYTES: Scale = Scale {
    grain: Grain::Bytes,
    each: 1,
};
const HALVES_AMONG_BYTES: Scale = Scale {
    grain: Grain::Bytes,
    each: 2,
};
const AMONG_BYTES: Scale = Scale {
    grain: Grain::Bytes,
    each: 4,
};

/// A verdict: two sites, what was missing between them, and whether they wrote different values.
type Verdict = (u32, u32, Scope, bool);

fn site_semantics() -> Vec<Semantics> {
    let semantics = |reads, writes, atomic, used| Semantics {
        reads,
        writes,
        atomic,
        used,
    };
    vec![
        semantics(true, false, None, true),
        semantics(true, false, None, true),
        semantics(false, true, None, false),
        semantics(false, true, None, false),
        semantics(true, true, Some(AtomicEffect::Add), false),
        semantics(true, true, Some(AtomicEffect::Max), true),
        semantics(false, true, Some(AtomicEffect::Replace), false),
        semantics(true, false, Some(AtomicEffect::Nothing), true),
    ]
}

fn sites() -> Vec<Option<(u32, Semantics)>> {
    (0..2)
        .flat_map(|memory| site_semantics().into_iter().map(move |n| Some((memory, n))))
        .collect()
}

fn nature_of(site: u32) -> Semantics {
    site_semantics()[site as usize % site_semantics().len()]
}

fn memory_of(site: u32) -> usize {
    site as usize / site_semantics().len()
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

/// A detector and the memories it watches.
struct Watch {
    detector: Detector,
    memories: [Vec<u32>; 2],
    scale: Scale,
    warps: Warps,
}

impl Watch {
    fn over(workgroups: &[Workgroup], order: Order, scale: Scale, warps: Warps) -> Self {
        let site_of: Vec<(u32, u32)> = (0..sites().len() as u32).map(|site| (site, site)).collect();
        let memories = SPACES.map(|_| vec![0; (FIRST_WORD + WORDS) as usize]);
        let facts = [0, 1].map(|memory| MemoryFacts {
            space: SPACES[memory],
            barrier: [BarrierKind::Workgroup, BarrierKind::Storage][memory],
            words: memories[memory].len(),
            grain: scale.grain,
        });
        let detector = Detector::new(
            &sites(),
            Vec::new(),
            &site_of,
            &facts,
            workgroups.len() as u64,
        );
        let volatile = || (0..sites().len() as u32).map(is_volatile).collect();
        let detector = match warps {
            Warps::Unordered => detector,
            // Turns are released as often as possible.
            Warps::Meet(width) => detector.with_warp_order(width).crowded_by(2),
            Warps::MeetAtVolatile(width) => detector.with_volatile_order(width, volatile()),
        };
        let mut watch = Watch {
            detector,
            memories,
            scale,
            warps,
        };
        for (number, workgroup) in (0..).zip(workgroups) {
            watch.detector.begin_workgroup(number);
            for (epoch, barrier) in workgroup {
                watch.epoch(epoch, order);
                watch.detector.barrier_opened(*barrier, 0);
            }
            watch.detector.end_workgroup();
        }
        watch
    }

    fn epoch(&mut self, events: &[Event], order: Order) {
        let (luck, in_rows) = match order {
            Order::Rows | Order::Warps | Order::Words => {
                for event in events {
                    match event {
                        Event::Request(request) => {
                            let in_rows = request.together && matches!(order, Order::Rows);
                            self.request(request, in_rows, matches!(order, Order::Words));
                        }
                        Event::Meeting(lanes) => self.meet(*lanes),
                    }
                }
                return;
            }
            Order::Interleaved(luck, in_rows) => (luck, in_rows),
        };
        // Each lane has a list of its accesses, and of the numbers of the meetings that it comes to. The next one is last.
        let mut rest: Vec<Vec<Result<Access, usize>>> = (0..LANES)
            .map(|lane| {
                let numbered = events.iter().enumerate().rev();
                let own = numbered.flat_map(|(number, event)| match event {
                    Event::Request(_) => event
                        .accesses()
                        .filter(|a| a.lane == lane)
                        .map(Ok)
                        .collect(),
                    Event::Meeting(lanes) if lanes >> lane & 1 == 1 => vec![Err(number)],
                    Event::Meeting(_) => Vec::new(),
                });
                own.collect()
            })
            .collect();
        loop {
            let next = |lane: &usize| match rest[*lane].last() {
                Some(Ok(access)) => Some((access.luck[luck], *lane)),
                Some(Err(_)) | None => None,
            };
            if let Some((_, lane)) = (0..LANES as usize).filter_map(|lane| next(&lane)).min()
                && let Some(Ok(access)) = rest[lane].pop()
            {
                let alone = Request {
                    first: access.lane,
                    lanes: 1,
                    together: in_rows,
                    site: access.site,
                    word: access.word,
                    step: 0,
                    modulus: 1 << 31,
                    values: access.value,
                    luck: access.luck,
                };
                self.request(&alone, in_rows, false);
                continue;
            }
            // Every lane has come to its next meeting, so the first of them is complete.
            let meetings = rest.iter().filter_map(|lane| lane.last()?.as_ref().err());
            let Some(&number) = meetings.min() else {
                return;
            };
            for lane in &mut rest {
                lane.pop_if(|next| matches!(next, Err(met) if *met == number));
            }
            if let Event::Meeting(lanes) = events[number] {
                self.meet(lanes);
            }
        }
    }

    /// Returns the number of the first lane of a lane's warp, or the lane itself if warps do not count.
    fn first_of_warp(&self, lane: u32) -> u32 {
        match self.warps {
            Warps::Unordered => lane,
            Warps::Meet(width) | Warps::MeetAtVolatile(width) => lane / width * width,
        }
    }

    fn meet(&mut self, lanes: u64) {
        let first = self.first_of_warp(lanes.trailing_zeros());
        self.detector.warp_met(first, ActiveMask(lanes >> first));
    }

    fn request(&mut self, request: &Request, as_row: bool, by_word: bool) {
        let Request { site, lanes, .. } = *request;
        let Scale { grain, each } = self.scale;
        let (semantics, number) = (nature_of(site), memory_of(site));
        let begin = request.accesses().map(|access| access.lane).min();
        let first = self.first_of_warp(begin.unwrap_or(request.first));
        let mask = request
            .accesses()
            .fold(0, |all, access| all | 1 << (access.lane - first));
        let (memory, writes) = (&mut self.memories[number], semantics.writes);
        let touched = |addresses| WarpAccess {
            op: site,
            memory: number as u32,
            first_invocation: first,
            mask: ActiveMask(mask),
            addresses,
            words: 1,
            each,
        };
        let of_warp = |_, lane: u32, _| request.values >> (lane + first - request.first) & 1;
        let value = |_, lane: u32, _| request.values >> lane & 1;
        let [values, of_warp] =
            [&value as WrittenByLane<'_>, &of_warp].map(|values| writes.then_some(values));
        let addresses: Vec<u32> = request
            .accesses()
            .map(|access| each * (FIRST_WORD + access.word))
            .collect();
        let many_store = request.step == 0 && lanes.count_ones() > 1 && writes;
        let is_row = as_row && request.modulus > WORDS && each == 4;
        if is_row && semantics.atomic.is_none() && !many_store {
            let addresses = Affine {
                base: 4_u32.wrapping_mul(FIRST_WORD.wrapping_add(request.word)),
                step: 4_u32.wrapping_mul(request.step),
            };
            assert!(AffineAccess::fits(addresses));
            let row = AffineAccess {
                op: site,
                memory: number as u32,
                first_invocation: request.first,
                lanes: &[lanes, 0],
                addresses,
                contents: memory,
            };
            if lanes != 0 {
                self.detector.record_affine_access(&row, values);
            }
        } else if semantics.atomic.is_none() {
            let touched = touched(&addresses);
            if by_word {
                self.detector.will_change(&touched, memory);
            }
            self.detector.record_warp_access(&touched, memory, of_warp);
        } else {
            self.detector.will_change(&touched(&addresses), memory);
        }
        // The contents of memory do not help if words have more than one record.
        let is_held = writes && grain == Grain::Words;
        for access in request.accesses().filter(|_| is_held) {
            memory[(FIRST_WORD + access.word) as usize] = access.value;
        }
        if semantics.atomic.is_some() {
            let touched = touched(&addresses);
            self.detector.record_warp_access(&touched, memory, of_warp);
        }
    }

    /// Formats everything that the detector reports.
    fn reports(&self) -> String {
        // The number of comparisons depends on the form of the requests.
        let mut reports = self.detector.reports.clone();
        reports.comparisons = 0;
        format!("{reports:?}")
    }
}

/// Returns the verdicts of the detector, and the sites whose reads were not preceded by a write.
fn detected(
    workgroups: &[Workgroup],
    order: Order,
    scale: Scale,
    warps: Warps,
) -> (BTreeSet<Verdict>, BTreeSet<u32>) {
    let detector = Watch::over(workgroups, order, scale, warps).detector;
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
            meeting.workgroup == self.workgroup
                && (self.order..=later.order).contains(&meeting.order)
        });
        let reached = between.fold(1 << self.access.lane, |reached, meeting| {
            if reached & meeting.lanes == 0 {
                reached
            } else {
                reached | meeting.lanes
            }
        });
        self.workgroup == later.workgroup
            && self.order < later.order
            && reached >> later.access.lane & 1 == 1
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
fn expected(workgroups: &[Workgroup]) -> (BTreeSet<Verdict>, BTreeSet<u32>) {
    let (all, meetings) = placed(workgroups);
    let precedes = |a: &Placed, b: &Placed| a.precedes(b, &meetings);
    let are_ordered =
        |a: &Placed, b: &Placed| a.access.lane == b.access.lane || precedes(a, b) || precedes(b, a);
    let same_word = |a: &Placed, b: &Placed| {
        memory_of(a.access.site) == memory_of(b.access.site) && a.access.word == b.access.word
    };
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
                .filter(|b| {
                    scope == Scope::Workgroups || (a.workgroup, a.epoch) == (b.workgroup, b.epoch)
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
            let stores =
                |b: &&Placed| nature_of(b.access.site).stores() && b.own_epoch == read.own_epoch;
            let own = here().filter(stores).any(|b| precedes(b, read));
            // A store of one lane races with a read of the word by another lane that seemed to precede every write.
            let raced = here().filter(stores).any(|store| {
                here().any(|r| {
                    nature_of(r.access.site).reads
                        && r.own_epoch == read.own_epoch
                        && !are_ordered(r, store)
                })
            });
            !before && !own && !raced
        })
        .map(|read| read.access.site)
        .collect();
    (worst, unwritten)
}

fn requests() -> impl Strategy<Value = Request> {
    let sites = sites().len() as u32;
    // Plain accesses are more frequent than others, and most lanes access the word with their own number.
    let site = prop_oneof![2 => 0..4_u32, 2 => 8..12_u32, 1 => 0..sites];
    let shift = prop_oneof![3 => Just(0), 1 => 0..WORDS, 1 => Just(u32::MAX)];
    let step = prop_oneof![4 => Just(1), 1 => Just(0), 1 => Just(2), 1 => Just(u32::MAX)];
    let lanes = prop_oneof![2 => Just(0b1111_u64), 2 => 1..16_u64, 1 => Just(1)];
    let modulus = prop_oneof![3 => Just(1 << 31), 1 => 2..4_u32];
    let place = (0..LANES, lanes, shift, step, modulus);
    let luck = any::<[u32; 2]>();
    let values = prop_oneof![Just(0), Just(0b1111), 0..16_u32];
    (place, any::<bool>(), site, values, luck).prop_map(
        |((first, lanes, shift, step, modulus), together, site, values, luck)| {
            let request = Request {
                first,
                lanes,
                together,
                site,
                word: shift.wrapping_add(first.wrapping_mul(step)),
                step,
                modulus,
                values,
                luck,
            };
            request.inside()
        },
    )
}

fn workgroups() -> impl Strategy<Value = Vec<Workgroup>> {
    workgroups_of(requests().prop_map(Event::Request).boxed())
}

/// Workgroups whose warps meet, with the width of the warps.
fn workgroups_of_warps() -> impl Strategy<Value = (Vec<Workgroup>, u32)> {
    let of_width = |width: u32| {
        let meeting = move |(lane, lanes): (u32, u64)| {
            let first = lane / width * width;
            let warp = ((1 << width) - 1) << first & ((1 << LANES) - 1);
            // At least one lane comes.
            Event::Meeting(lanes & warp | 1 << lane)
        };
        let lanes = prop_oneof![Just(u64::MAX), any::<u64>()];
        let request = requests().prop_map(Event::Request);
        let event = prop_oneof![3 => request, 2 => (0..LANES, lanes).prop_map(meeting)];
        (workgroups_of(event.boxed()), Just(width))
    };
    // Width 3 lets three lanes of one warp meet by pairs, and leaves a warp of one lane.
    prop::sample::select(vec![2, 3, 4]).prop_flat_map(of_width)
}

/// Returns workgroups in which each request is of one warp, and the lanes of those whose site `meet` accepts meet before and
/// after it.
fn by_warps(workgroups: &[Workgroup], width: u32, meet: fn(u32) -> bool) -> Vec<Workgroup> {
    let split = |event: &Event| -> Vec<Event> {
        let Event::Request(request) = event else {
            return vec![*event];
        };
        let mut events = Vec::new();
        for first in (0..LANES).step_by(width as usize) {
            let of_warp = |lane: u32| (first..first + width).contains(&(request.first + lane));
            let lanes = ActiveMask(request.lanes)
                .lanes()
                .filter(|&lane| of_warp(lane));
            let lanes = lanes.fold(0, |all, lane| all | 1 << lane);
            let meeting = || Event::Meeting(lanes << request.first);
            let meeting = (lanes != 0 && meet(request.site)).then(meeting);
            events.extend(meeting);
            events.push(Event::Request(Request { lanes, ..*request }));
            events.extend(meeting);
        }
        events.retain(|event| {
            event.accesses().next().is_some() || matches!(event, Event::Meeting(_))
        });
        events
    };
    let epoch = |(events, barrier): &(Vec<Event>, BarrierKind)| {
        (events.iter().flat_map(split).collect(), *barrier)
    };
    let epochs = |workgroup: &Workgroup| workgroup.iter().map(epoch).collect();
    workgroups.iter().map(epochs).collect()
}

fn workgroups_of(event: BoxedStrategy<Event>) -> impl Strategy<Value = Vec<Workgroup>> {
    let barrier = prop_oneof![
        Just(BarrierKind::Workgroup),
        Just(BarrierKind::Storage),
        Just(BarrierKind::Both)
    ];
    let epoch = (prop::collection::vec(event, 0..6), barrier);
    prop::collection::vec(prop::collection::vec(epoch, 1..5), 1..4)
}

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
