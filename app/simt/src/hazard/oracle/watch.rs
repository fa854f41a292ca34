//! A detector that gets the requests of workgroups, in several orders and forms.

use super::Verdict;
use super::inputs::{Access, Event, FIRST_WORD, LANES, Request, SPACES, WORDS, Workgroup};
use super::sites::{is_volatile, memory_of, nature_of, sites};
use crate::hazard::access_semantics::Clash;
use crate::hazard::affine_access::AffineAccess;
use crate::hazard::detector::{Detector, MemoryFacts, WrittenByLane};
use crate::hazard::grain::Grain;
use crate::hazard::warp_access::WarpAccess;
use crate::lanes::{ActiveMask, Affine};
use crate::program::BarrierKind;
use std::collections::BTreeSet;

/// The order inside a warp that the detector knows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Warps {
    /// None: warps have no barriers.
    Unordered,
    /// The meetings of warps of this width.
    Meet(u32),
    /// The same, and the lanes of a volatile access meet before it and after it.
    MeetAtVolatile(u32),
}

/// The order and form in which the detector gets requests.
#[derive(Clone, Copy, Debug)]
pub(super) enum Order {
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
pub(super) struct Scale {
    grain: Grain,
    each: u32,
}

pub(super) const WHOLE: Scale = Scale {
    grain: Grain::Words,
    each: 4,
};
/// 16-bit floats, and whole words of a memory that contains such floats elsewhere.
pub(super) const HALVES: Scale = Scale {
    grain: Grain::Halves,
    each: 2,
};
pub(super) const AMONG_HALVES: Scale = Scale {
    grain: Grain::Halves,
    each: 4,
};
/// Bytes, and half words and whole words of a memory that is accessed by the byte elsewhere.
pub(super) const BYTES: Scale = Scale {
    grain: Grain::Bytes,
    each: 1,
};
pub(super) const HALVES_AMONG_BYTES: Scale = Scale {
    grain: Grain::Bytes,
    each: 2,
};
pub(super) const AMONG_BYTES: Scale = Scale {
    grain: Grain::Bytes,
    each: 4,
};

/// A detector and the memories it watches.
pub(super) struct Watch {
    detector: Detector,
    memories: [Vec<u32>; 2],
    scale: Scale,
    warps: Warps,
}

impl Watch {
    pub(super) fn over(workgroups: &[Workgroup], order: Order, scale: Scale, warps: Warps) -> Self {
        let site_of: Vec<(u32, u32)> = (0..sites().len() as u32).map(|site| (site, site)).collect();
        let memories = SPACES.map(|_| vec![0; (FIRST_WORD + WORDS) as usize]);
        let facts = [0, 1].map(|memory| MemoryFacts {
            space: SPACES[memory],
            barrier: [BarrierKind::Workgroup, BarrierKind::Storage][memory],
            words: memories[memory].len(),
            grain: scale.grain,
        });
        let detector = Detector::new(&sites(), Vec::new(), &site_of, &facts, workgroups.len() as u64);
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
                let events = numbered.flat_map(|(number, event)| match event {
                    Event::Request(_) => event.accesses().filter(|a| a.lane == lane).map(Ok).collect(),
                    Event::Meeting(lanes) if lanes >> lane & 1 == 1 => vec![Err(number)],
                    Event::Meeting(_) => Vec::new(),
                });
                events.collect()
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
        let [values, of_warp] = [&value as WrittenByLane<'_>, &of_warp].map(|values| writes.then_some(values));
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
    pub(super) fn reports(&self) -> String {
        // The number of comparisons depends on the form of the requests.
        let mut reports = self.detector.reports.clone();
        reports.comparisons = 0;
        format!("{reports:?}")
    }
}

/// Returns the verdicts of the detector, and the sites whose reads were not preceded by a write.
pub(super) fn detected(
    workgroups: &[Workgroup],
    order: Order,
    scale: Scale,
    warps: Warps,
) -> (BTreeSet<Verdict>, BTreeSet<u32>) {
    let detector = Watch::over(workgroups, order, scale, warps).detector;
    let pairs = detector.reports.pairs(u32::MAX).map(|(pair, differs)| {
        let (a, b) = (pair.example.one.site, pair.example.other.site);
        let scope = pair.example.scope;
        let by_value = matches!(pair.example.clash, Clash::RaceOfWrites | Clash::OrderOfWrites);
        (a.min(b), a.max(b), scope, !by_value || differs)
    });
    let unwritten = detector.reports.unwritten_reads();
    (
        pairs.collect(),
        unwritten.map(|unwritten| unwritten.reader.site).collect(),
    )
}
