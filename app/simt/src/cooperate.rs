//! Executes what lanes do together: atomic operations in lane order, subgroup functions over the active lanes.

use crate::arithmetic::Binary;
use crate::interpret::Context;
use crate::lanes::ActiveMask;
use crate::program::{Atomic, Op, Register, Scan, Shuffle};
use crate::trace::Access;
use crate::warp::Warp;

impl Context<'_> {
    /// Executes an atomic operation or a subgroup function.
    pub(crate) fn cooperate(&mut self, warp: &mut Warp, op: Op) {
        match op {
            Op::Atomic {
                function,
                to,
                memory,
                address,
                offset,
                value,
                compare,
            } => {
                self.atomic(
                    warp,
                    function,
                    to,
                    memory,
                    (address, offset),
                    value,
                    compare,
                );
            }
            Op::Shuffle {
                mode,
                to,
                from,
                index,
            } => {
                if let Some((lanes, source)) = shuffle(warp, mode, to, from, index) {
                    let place = self.place(warp, lanes);
                    self.hazards.read_inactive_lane(self.program, place, source);
                }
            }
            Op::Combine {
                function,
                scan,
                to,
                from,
                neutral,
            } => combine(warp, function, scan, to, from, neutral),
            Op::Ballot { to, condition } => {
                let bits = warp.holds(condition).and(warp.active).0;
                for (word, bits) in [bits as u32, (bits >> 32) as u32, 0, 0]
                    .into_iter()
                    .enumerate()
                {
                    warp.write(to.offset(word as u32), None, bits);
                }
            }
            _ => {}
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "they are the instruction's own fields"
    )]
    fn atomic(
        &mut self,
        warp: &mut Warp,
        function: Atomic,
        to: Register,
        memory: u32,
        (address, offset): (Register, u32),
        value: Register,
        compare: Register,
    ) {
        let mut addresses = [0; 64];
        let mask = self.addresses(warp, address, offset, &mut addresses);
        let addresses = &addresses[..mask.count() as usize];
        for lane in warp.active.without(mask).lanes() {
            warp.write(to, Some(lane), 0);
        }
        let mut changes = Vec::with_capacity(addresses.len());
        for (lane, &address) in mask.lanes().zip(addresses) {
            let old = self.memories[memory as usize].read(address);
            let given = warp.value(value, lane);
            let new = match function {
                Atomic::Apply(function) => function.apply(old, given),
                Atomic::Exchange => given,
                Atomic::CompareExchange => {
                    let equal = old == warp.value(compare, lane);
                    warp.write(to.offset(1), Some(lane), u32::from(equal));
                    if equal { given } else { old }
                }
            };
            self.memories[memory as usize].write(address, new);
            warp.write(to, Some(lane), old);
            changes.push((old, new));
        }
        if mask.is_empty() {
            return;
        }
        self.count_request(Access::Atomic, memory, addresses, 4);
        let touched = self.touching(warp, memory, mask, addresses, 1);
        self.hazards
            .touched(&touched, |rank, _, _| Some(changes[rank].1));
        if let Some(recorder) = &mut self.recorder {
            recorder.store(Access::Atomic, memory, 1, mask, addresses, &changes);
        }
    }
}

impl Warp {
    /// Writes a word of one lane, or of all.
    pub(crate) fn write(&mut self, to: Register, lane: Option<u32>, value: u32) {
        match (to.is_uniform(), lane) {
            (true, _) => self.uniforms[to.index()] = value,
            (false, Some(lane)) => self.lanes[to.index() * self.stride + lane as usize] = value,
            (false, None) => self.lanes[to.index() * self.stride..][..self.stride].fill(value),
        }
    }
}

/// Lanes outside the warp or not active give their own value's place a zero: WGSL leaves it open. Gives the lanes that
/// asked one which is not active, and that of the first of them. Shifting past the warp's edge is not counted: every
/// scan does so, and drops what it gets.
fn shuffle(
    warp: &mut Warp,
    mode: Shuffle,
    to: Register,
    from: Register,
    index: Register,
) -> Option<(ActiveMask, u32)> {
    let mut asked: Option<(ActiveMask, u32)> = None;
    let first = warp.active.lanes().next().unwrap_or(0);
    let mut values = [0; 64];
    for (lane, value) in warp.active.lanes().zip(&mut values) {
        let index = warp.value(index, lane);
        let source = match mode {
            Shuffle::First => Some(first),
            Shuffle::Lane => Some(index),
            Shuffle::Down => lane.checked_add(index),
            Shuffle::Up => lane.checked_sub(index),
            Shuffle::Xor => Some(lane ^ index),
            Shuffle::Quad => Some(lane & !3 | index & 3),
        };
        let given = source.filter(|&source| source < 64 && warp.active.contains(source));
        *value = given.map_or(0, |source| warp.value(from, source));
        let shifts = matches!(mode, Shuffle::Down | Shuffle::Up);
        let inside = |source: &u32| *source < 64 && warp.present.contains(*source);
        if let (None, Some(source)) = (given, source.filter(|source| !shifts || inside(source))) {
            let (lanes, _) = asked.get_or_insert((ActiveMask::NONE, source));
            *lanes = lanes.or(ActiveMask(1 << lane));
        }
    }
    for (lane, value) in warp.active.lanes().zip(values) {
        warp.write(to, Some(lane), value);
    }
    asked
}

fn combine(
    warp: &mut Warp,
    function: Binary,
    scan: Scan,
    to: Register,
    from: Register,
    neutral: u32,
) {
    let mut sum = neutral;
    for lane in warp.active.lanes() {
        let before = sum;
        sum = function.apply(sum, warp.value(from, lane));
        match scan {
            Scan::Reduce => {}
            Scan::Inclusive => warp.write(to, Some(lane), sum),
            Scan::Exclusive => warp.write(to, Some(lane), before),
        }
    }
    if scan == Scan::Reduce {
        warp.write(to, None, sum);
    }
}
