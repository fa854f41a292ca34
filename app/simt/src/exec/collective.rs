//! Executes operations that need several lanes: atomic operations in lane order, and subgroup functions over the active
//! lanes.

use super::gang::Gang;
use super::interpret::Context;
use super::narrow::{narrowed, widened};
use super::request::WarpRequest;
use crate::hazard::{MaskFault, WarpAccess};
use crate::lanes::{ActiveMask, Mask};
use crate::program::{Access, Atomic, Binary, Op, Reach, Register, Scan, Shuffle};
use crate::trace::LaneSpan;
use wgsl::Stored;

impl Context<'_> {
    /// Executes an atomic operation or a subgroup function.
    #[inline(never)]
    pub(crate) fn collective<const W: usize>(&mut self, gang: &mut Gang<W>, op: Op) {
        match op {
            Op::Atomic {
                function,
                to,
                reach,
                value,
                compare,
            } => self.atomic(gang, function, to, reach, [value, compare]),
            Op::Shuffle { mode, to, from, index } => {
                let absent = Absent {
                    value: self.unset,
                    is_told: self.program.is_translated,
                };
                if let Some((lanes, source)) = shuffle(gang, mode, to, from, index, absent) {
                    let place = self.place(gang, &lanes);
                    self.hazards.read_inactive_lane(self.program, place, source);
                }
            }
            Op::Combine {
                function,
                scan,
                to,
                from,
                neutral,
            } => combine(gang, function, scan, to, from, neutral),
            Op::Ballot { to, condition } => ballot(gang, to, condition),
            _ => {}
        }
        if self.program.is_translated && self.hazards.finds_all() && gang.warp_width == 32 {
            self.compare_with_mask(gang);
        }
    }

    fn atomic<const W: usize>(
        &mut self,
        gang: &mut Gang<W>,
        function: Atomic,
        to: Register,
        reach: Reach,
        [value, compare]: [Register; 2],
    ) {
        let exchange = function == Atomic::CompareExchange;
        for part in 0..reach.words {
            gang.set_lanes(to.offset(part), |_| 0);
        }
        if exchange {
            gang.set_lanes(to.offset(1), |_| 0);
        }
        let active = gang.active;
        for (first, lanes) in gang.warps_of(&active) {
            let request = WarpRequest::new(gang, reach, first, lanes);
            if request.mask.is_empty() {
                continue;
            }
            let access = WarpAccess::new(gang, reach, &request);
            let memory = &mut self.memories[reach.memory as usize];
            self.hazards.will_change(&access, memory);
            let count = request.addresses().len();
            let (mut changes, mut written) = (Vec::with_capacity(count), Vec::with_capacity(count));
            for (lane, address) in request.lanes() {
                let before = memory.read(address);
                for part in 0..reach.words {
                    let part_address = address + reach.stored.bytes() * part;
                    let old = widened(memory.read_part(part_address, reach.stored), reach.stored);
                    let given = gang.value(value.offset(part), lane);
                    let new = match function {
                        Atomic::Apply(function) => function.apply(old, given),
                        Atomic::Exchange => given,
                        Atomic::Increment if old >= given => 0,
                        Atomic::Increment => old + 1,
                        Atomic::Decrement if old == 0 || old > given => given,
                        Atomic::Decrement => old - 1,
                        Atomic::CompareExchange => {
                            let equal = old == gang.value(compare, lane);
                            gang.write(to.offset(1), lane, u32::from(equal));
                            if equal { given } else { old }
                        }
                    };
                    let bits = narrowed(new, reach.stored);
                    memory.write_part(part_address, reach.stored, bits);
                    gang.write(to.offset(part), lane, old);
                    written.push(bits);
                }
                changes.push((before, memory.read(address)));
            }
            self.changes += u64::from(changes.iter().any(|(old, new)| old != new));
            self.hazards.record_warp_access(
                &access,
                memory,
                Some(&|rank, _, part| written[rank * reach.words as usize + part as usize]),
            );
            self.count(Access::Atomic, gang.statement, reach, &request);
            let span = match reach.stored {
                Stored::Word => self.lane_span(reach),
                _ => LaneSpan::Bytes(reach.bytes()),
            };
            if let Some(recorder) = &mut self.recorder {
                recorder.store(
                    Access::Atomic,
                    reach.memory,
                    span,
                    request.mask,
                    request.addresses(),
                    &changes,
                );
            }
        }
    }
}

impl Context<'_> {
    /// Compares the active lanes with the mask of a function of the warp: a lane that calls it is in its mask, and the
    /// others of the mask call it, too.
    #[inline(never)]
    fn compare_with_mask<const W: usize>(&mut self, gang: &mut Gang<W>) {
        let place = self.place(gang, &gang.active.mask);
        let Some(mask) = self.program.site_at(place.op).and_then(|site| site.mask) else {
            return;
        };
        for (first, lanes) in gang.warps_of(&gang.active) {
            if let Some(fault) = mask_fault(gang, first, lanes.0 as u32, mask) {
                self.hazards.wrong_mask(self.program, place, fault);
                return;
            }
        }
    }

    /// Compares each active lane with the mask that it has computed for a function of the warp.
    #[inline(never)]
    pub(super) fn compare_masks<const W: usize>(&mut self, gang: &Gang<W>, mask: Register) {
        for (first, lanes) in gang.warps_of(&gang.active) {
            let mut faults = lanes.lanes().filter_map(|lane| {
                let mask = gang.value(mask, first + lane);
                mask_fault(gang, first, 1 << lane, mask)
            });
            if let Some(fault) = faults.next() {
                let place = self.place(gang, &gang.active.mask);
                self.hazards.wrong_mask(self.program, place, fault);
                return;
            }
        }
    }

    /// Lets the active lanes of each warp meet, or those that name each other.
    #[inline(never)]
    pub(super) fn meet<const W: usize>(&mut self, gang: &Gang<W>, mask: Option<Register>) {
        for (first, lanes) in gang.warps_of(&gang.active) {
            let named = |lane| mask.map_or(!0, |mask| u64::from(gang.value(mask, first + lane)));
            let mut left = lanes.0;
            while left != 0 {
                let mask = named(left.trailing_zeros());
                let same = ActiveMask(left).lanes().filter(|&lane| named(lane) == mask);
                let same = same.fold(0, |same, lane| same | 1 << lane);
                left &= !same;
                self.hazards
                    .warp_met(gang.first_invocation() + first, ActiveMask(same & mask));
            }
        }
    }
}

/// Returns the mask, a lane and the fault, if `callers` name a mask that does not fit them or the other active lanes. They
/// are lanes of the warp from `first` on.
fn mask_fault<const W: usize>(gang: &Gang<W>, first: u32, callers: u32, mask: u32) -> Option<(u32, u32, MaskFault)> {
    let active = gang.active.mask.warp(first, 32).0 as u32;
    let alive = gang.alive.warp(first, 32).0 as u32;
    let present = gang.present.warp(first, 32).0 as u32;
    let wrong = [
        (callers & !mask, MaskFault::CallerOutside),
        (mask & alive & !active, MaskFault::Elsewhere),
        (mask & !present, MaskFault::Absent),
    ];
    let (lanes, fault) = wrong.into_iter().find(|(lanes, _)| *lanes != 0)?;
    Some((mask, lanes.trailing_zeros(), fault))
}

/// Source lanes of a shuffle that are inactive or outside the warp.
#[derive(Clone, Copy)]
struct Absent {
    /// The value that they give, which WGSL and CUDA leave undefined.
    value: u32,
    /// A warp that the workgroup fills in part is told, too.
    is_told: bool,
}

/// Executes a shuffle.
///
/// Returns the lanes that read from an inactive lane, and the source of the first of them. Shifts past the edge of the
/// warp are not reported: every scan makes them and discards the result.
fn shuffle<const W: usize>(
    gang: &mut Gang<W>,
    mode: Shuffle,
    to: Register,
    from: Register,
    index: Register,
    absent: Absent,
) -> Option<(Mask<W>, u32)> {
    let mut asked: Option<(Mask<W>, u32)> = None;
    let active = gang.active;
    for (first, mask) in gang.warps_of(&active) {
        let present = gang.present.warp(first, gang.warp_width);
        let leader = mask.lanes().next().unwrap_or(0);
        let mut values = [0; 64];
        for (lane, value) in mask.lanes().zip(&mut values) {
            let index = gang.value(index, first + lane);
            let source = match mode {
                Shuffle::First => Some(leader),
                Shuffle::Lane => Some(index),
                Shuffle::Down => lane.checked_add(index),
                Shuffle::Up => lane.checked_sub(index),
                Shuffle::Xor => Some(lane ^ index),
                Shuffle::Quad => Some(lane & !3 | index & 3),
            };
            let given = source.filter(|&source| source < 64 && mask.contains(source));
            *value = given.map_or(absent.value, |source| gang.value(from, first + source));
            let shifts = matches!(mode, Shuffle::Down | Shuffle::Up);
            let inside = |source: &u32| {
                if absent.is_told {
                    *source < gang.warp_width
                } else {
                    *source < 64 && present.contains(*source)
                }
            };
            if let (None, Some(source)) = (given, source.filter(|source| !shifts || inside(source))) {
                let (lanes, _) = asked.get_or_insert((Mask::NONE, source));
                *lanes = lanes.or(&Mask::one(first + lane));
            }
        }
        for (lane, value) in mask.lanes().zip(values) {
            gang.write(to, first + lane, value);
        }
    }
    gang.hold_lanes(to);
    asked
}

fn combine<const W: usize>(
    gang: &mut Gang<W>,
    function: Binary,
    scan: Scan,
    to: Register,
    from: Register,
    neutral: u32,
) {
    let active = gang.active;
    for (first, mask) in gang.warps_of(&active) {
        let mut sum = neutral;
        for lane in mask.lanes() {
            let before = sum;
            sum = function.apply(sum, gang.value(from, first + lane));
            match scan {
                Scan::Reduce => {}
                Scan::Inclusive => gang.write(to, first + lane, sum),
                Scan::Exclusive => gang.write(to, first + lane, before),
            }
        }
        if scan == Scan::Reduce {
            mask.lanes().for_each(|lane| gang.write(to, first + lane, sum));
        }
    }
    gang.hold_lanes(to);
}

fn ballot<const W: usize>(gang: &mut Gang<W>, to: Register, condition: Register) {
    let active = gang.active;
    let holds = gang.holds(condition).and(&active.mask);
    for (first, mask) in gang.warps_of(&active) {
        let bits = holds.warp(first, gang.warp_width).0;
        for (word, bits) in (0..4).zip([bits as u32, (bits >> 32) as u32, 0, 0]) {
            mask.lanes()
                .for_each(|lane| gang.write(to.offset(word), first + lane, bits));
        }
    }
    (0..4).for_each(|word| gang.hold_lanes(to.offset(word)));
}
