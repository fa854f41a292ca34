//! Random workgroups: requests of lanes, meetings of warps, and barriers.

use super::sites::sites;
use crate::lanes::ActiveMask;
use crate::program::{BarrierKind, Space};
use proptest::prelude::*;

pub(super) const LANES: u32 = 4;
/// Words that are accessed, on both sides of the end of a block.
pub(super) const WORDS: u32 = 5;
pub(super) const FIRST_WORD: u32 = 62;
/// Memory 0 is workgroup memory, memory 1 is storage; both have the same sites.
pub(super) const SPACES: [Space; 2] = [Space::Workgroup, Space::Storage];

#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub(super) lane: u32,
    pub(super) site: u32,
    pub(super) word: u32,
    pub(super) value: u32,
    /// Random positions among the accesses of the workgroup and of the epoch.
    pub(super) luck: [u32; 2],
}

/// Accesses of several lanes by one instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    /// Number of lane 0, the lanes, and whether the detector gets them as one affine access.
    pub(super) first: u32,
    pub(super) lanes: u64,
    pub(super) together: bool,
    pub(super) site: u32,
    /// The word of lane 0, and the distance to the next lane's word.
    pub(super) word: u32,
    pub(super) step: u32,
    /// Words are taken modulo this number; a modulus below the number of words rules out an affine access.
    pub(super) modulus: u32,
    /// One bit for each lane.
    pub(super) values: u32,
    pub(super) luck: [u32; 2],
}

impl Request {
    pub(super) fn accesses(&self) -> impl Iterator<Item = Access> + '_ {
        ActiveMask(self.lanes).lanes().map(|lane| Access {
            lane: self.first + lane,
            site: self.site,
            word: self.word.wrapping_add(self.step.wrapping_mul(lane)) % self.modulus,
            value: self.values >> lane & 1,
            luck: self.luck.map(|luck| luck.rotate_left(7 * lane)),
        })
    }

    /// Returns the request with only the lanes that exist and access words that are tested.
    pub(super) fn inside(mut self) -> Self {
        let inside = |a: &Access| a.lane < LANES && a.word < WORDS;
        let lanes = self.accesses().filter(inside);
        self.lanes = lanes.fold(0, |all, a| all | 1 << (a.lane - self.first));
        self
    }
}

/// A step of a workgroup.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    Request(Request),
    /// These lanes, all of one warp, meet at a barrier of the warp.
    Meeting(u64),
}

impl Event {
    /// Returns the accesses of a request.
    pub(super) fn accesses(&self) -> impl Iterator<Item = Access> + '_ {
        let request = match self {
            Event::Request(request) => Some(request),
            Event::Meeting(_) => None,
        };
        request.into_iter().flat_map(Request::accesses)
    }
}

/// The events of each epoch of a workgroup, and the barrier after it.
pub(super) type Workgroup = Vec<(Vec<Event>, BarrierKind)>;

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

pub(super) fn workgroups() -> impl Strategy<Value = Vec<Workgroup>> {
    workgroups_of(requests().prop_map(Event::Request).boxed())
}

/// Workgroups whose warps meet, with the width of the warps.
pub(super) fn workgroups_of_warps() -> impl Strategy<Value = (Vec<Workgroup>, u32)> {
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
pub(super) fn by_warps(workgroups: &[Workgroup], width: u32, meet: fn(u32) -> bool) -> Vec<Workgroup> {
    let split = |event: &Event| -> Vec<Event> {
        let Event::Request(request) = event else {
            return vec![*event];
        };
        let mut events = Vec::new();
        for first in (0..LANES).step_by(width as usize) {
            let of_warp = |lane: u32| (first..first + width).contains(&(request.first + lane));
            let lanes = ActiveMask(request.lanes).lanes().filter(|&lane| of_warp(lane));
            let lanes = lanes.fold(0, |all, lane| all | 1 << lane);
            let meeting = || Event::Meeting(lanes << request.first);
            let meeting = (lanes != 0 && meet(request.site)).then(meeting);
            events.extend(meeting);
            events.push(Event::Request(Request { lanes, ..*request }));
            events.extend(meeting);
        }
        events.retain(|event| event.accesses().next().is_some() || matches!(event, Event::Meeting(_)));
        events
    };
    let epoch = |(events, barrier): &(Vec<Event>, BarrierKind)| (events.iter().flat_map(split).collect(), *barrier);
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
