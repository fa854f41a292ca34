//! Indices, loads and stores: addresses of the active lanes, the values behind them, and what each request costs.

use crate::coalescing;
use crate::hazard::Touched;
use crate::interpret::Context;
use crate::lanes::ActiveMask;
use crate::memory::NOWHERE;
use crate::program::{Register, Space};
use crate::trace::Access;
use crate::warp::{Operand, Warp, gather_bits};

impl Context<'_> {
    pub(crate) fn element(
        &mut self,
        warp: &mut Warp,
        to: Register,
        [base, index, length]: [Register; 3],
        stride: u32,
        memory: u32,
    ) {
        let address = |base: u32, index: u32, length: u32| {
            if index < length && base != NOWHERE {
                base + index * stride
            } else {
                NOWHERE
            }
        };
        let outside = if to.is_uniform() {
            let value = address(
                warp.value(base, 0),
                warp.value(index, 0),
                warp.value(length, 0),
            );
            warp.uniforms[to.index()] = value;
            if value == NOWHERE {
                warp.active
            } else {
                ActiveMask::NONE
            }
        } else {
            let first = to.index() * warp.stride;
            if let (Operand::Splat(base), Operand::Lanes(index), Operand::Splat(length)) = (
                warp.operand(base),
                warp.operand(index),
                warp.operand(length),
            ) {
                // The usual case, an array in a buffer: no lane needs a look of its own.
                let length = if base == NOWHERE { 0 } else { length };
                warp.addresses_of(to, index, base, length, stride);
            } else {
                for lane in warp.active.lanes() {
                    let value = address(
                        warp.value(base, lane),
                        warp.value(index, lane),
                        warp.value(length, lane),
                    );
                    warp.lanes[first + lane as usize] = value;
                }
            }
            nowhere(&warp.lanes[first..first + warp.stride]).and(warp.active)
        };
        // An element of what is nowhere is nowhere too: that has been told.
        let inside = |&lane: &u32| warp.value(index, lane) < warp.value(length, lane);
        if let Some(lane) = outside.lanes().find(|lane| !inside(lane)) {
            let variable = self.variable_name(memory);
            let place = self.place(warp, outside);
            let (index, length) = (warp.value(index, lane), warp.value(length, lane));
            self.hazards
                .out_of_bounds(self.program, place, variable, index, length);
        }
    }

    fn variable_name(&self, memory: u32) -> String {
        let bindings = &self.program.bindings;
        let private = || {
            self.program
                .variables
                .get((memory as usize).checked_sub(bindings.len())?)
                .map(|v| v.name.clone())
        };
        bindings
            .get(memory as usize)
            .map(|binding| binding.name.clone())
            .or_else(private)
            .unwrap_or_default()
    }

    /// The active lanes' addresses, without those that lead nowhere, and the lanes they belong to.
    pub(crate) fn addresses(
        &self,
        warp: &Warp,
        address: Register,
        offset: u32,
        out: &mut [u32; 64],
    ) -> ActiveMask {
        let active = warp.active;
        match warp.operand(address) {
            Operand::Splat(NOWHERE) => ActiveMask::NONE,
            Operand::Splat(address) => {
                out[..active.count() as usize].fill(address + offset);
                active
            }
            Operand::Lanes(first) => {
                let lanes = &warp.lanes[first..first + warp.stride];
                let mask = active.without(nowhere(lanes));
                if mask.count() as usize == lanes.len() {
                    for (out, address) in out.iter_mut().zip(lanes) {
                        *out = address + offset;
                    }
                    return mask;
                }
                for (out, lane) in out.iter_mut().zip(mask.lanes()) {
                    *out = lanes[lane as usize] + offset;
                }
                mask
            }
        }
    }

    pub(crate) fn load(
        &mut self,
        warp: &mut Warp,
        to: Register,
        memory: u32,
        address: Register,
        offset: u32,
        words: u32,
    ) {
        let mut addresses = [0; 64];
        let mask = self.addresses(warp, address, offset, &mut addresses);
        let addresses = &addresses[..mask.count() as usize];
        let source = &self.memories[memory as usize];
        for word in 0..words {
            let to = to.offset(word);
            if to.is_uniform() {
                warp.uniforms[to.index()] = addresses
                    .first()
                    .map_or(0, |address| source.read(address + 4 * word));
                continue;
            }
            let first = to.index() * warp.stride;
            let lanes = &mut warp.lanes[first..first + warp.stride];
            if mask != warp.active {
                // Out of bounds reads give zero.
                warp.active
                    .lanes()
                    .for_each(|lane| lanes[lane as usize] = 0);
            }
            if mask.count() as usize == lanes.len() {
                for (lane, address) in lanes.iter_mut().zip(addresses) {
                    *lane = source.read(address + 4 * word);
                }
                continue;
            }
            for (lane, address) in mask.lanes().zip(addresses) {
                lanes[lane as usize] = source.read(address + 4 * word);
            }
        }
        if mask.is_empty() {
            return;
        }
        self.count_request(Access::Load, memory, addresses, 4 * words);
        let touched = self.touching(warp, memory, mask, addresses, words);
        self.hazards.touched(&touched, |_, _, _| None);
        if let Some(recorder) = &mut self.recorder {
            recorder.load(memory, words, mask, addresses);
        }
    }

    pub(crate) fn store(
        &mut self,
        warp: &Warp,
        from: Register,
        memory: u32,
        address: Register,
        offset: u32,
        words: u32,
    ) {
        let mut addresses = [0; 64];
        let mask = self.addresses(warp, address, offset, &mut addresses);
        if mask.is_empty() {
            return;
        }
        let addresses = &addresses[..mask.count() as usize];
        let target = &mut self.memories[memory as usize];
        if let Some(recorder) = &mut self.recorder {
            let mut changes = vec![(0, 0); addresses.len() * words as usize];
            for (rank, (lane, address)) in mask.lanes().zip(addresses).enumerate() {
                for word in 0..words {
                    let new = warp.value(from.offset(word), lane);
                    let old = target.write(address + 4 * word, new);
                    changes[word as usize * addresses.len() + rank] = (old, new);
                }
            }
            recorder.store(Access::Store, memory, words, mask, addresses, &changes);
        } else {
            for word in 0..words {
                match warp.operand(from.offset(word)) {
                    Operand::Splat(value) => {
                        for address in addresses {
                            target.write(address + 4 * word, value);
                        }
                    }
                    Operand::Lanes(first) => {
                        let lanes = &warp.lanes[first..first + warp.stride];
                        for (lane, address) in mask.lanes().zip(addresses) {
                            target.write(address + 4 * word, lanes[lane as usize]);
                        }
                    }
                }
            }
        }
        self.count_request(Access::Store, memory, addresses, 4 * words);
        let touched = self.touching(warp, memory, mask, addresses, words);
        self.hazards.touched(&touched, |_, lane, word| {
            Some(warp.value(from.offset(word), lane))
        });
    }

    /// A request as the detector takes it.
    pub(crate) fn touching<'r>(
        &self,
        warp: &Warp,
        memory: u32,
        mask: ActiveMask,
        addresses: &'r [u32],
        words: u32,
    ) -> Touched<'r> {
        Touched {
            op: warp.at as u32 - 1,
            memory,
            first_invocation: warp.number * self.machine.warp_width,
            mask,
            addresses,
            words,
        }
    }

    pub(crate) fn count_request(
        &mut self,
        access: Access,
        memory: u32,
        addresses: &[u32],
        bytes: u32,
    ) {
        let metrics = &mut *self.metrics;
        let (global, shared) = match access {
            Access::Load => (&mut metrics.global_loads, &mut metrics.shared_loads),
            Access::Store => (&mut metrics.global_stores, &mut metrics.shared_stores),
            Access::Atomic => (&mut metrics.global_atomics, &mut metrics.shared_atomics),
        };
        match self.program.bindings[memory as usize].space {
            Space::Storage => {
                coalescing::count_global(global, access, addresses, bytes, self.machine)
            }
            Space::Workgroup => coalescing::count_shared(shared, addresses, bytes, self.machine),
            // Constant memory has a cache of its own.
            Space::Uniform => {}
        }
    }

    pub(crate) fn gather(
        &mut self,
        warp: &mut Warp,
        to: Register,
        base: Register,
        index: Register,
        words: u32,
    ) {
        let read = |warp: &Warp, lane: u32| {
            let index = warp.value(index, lane);
            if index < words {
                warp.value(base.offset(index), lane)
            } else {
                0
            }
        };
        if to.is_uniform() {
            warp.uniforms[to.index()] = read(warp, 0);
        } else {
            for lane in warp.active.lanes() {
                let value = read(warp, lane);
                warp.lanes[to.index() * warp.stride + lane as usize] = value;
            }
        }
    }

    pub(crate) fn scatter(
        &mut self,
        warp: &mut Warp,
        variable: u32,
        from: Register,
        base: Register,
        index: Register,
        words: u32,
    ) {
        for lane in warp.active.lanes() {
            let (word, value) = (warp.value(index, lane), warp.value(from, lane));
            if word < words {
                warp.lanes[base.offset(word).index() * warp.stride + lane as usize] = value;
                if let Some(recorder) = &mut self.recorder {
                    recorder.assign(warp.number, variable, word, ActiveMask(1 << lane), &[value]);
                }
            }
        }
    }
}

/// The lanes whose address leads nowhere: hardly ever any.
fn nowhere(addresses: &[u32]) -> ActiveMask {
    let any = addresses
        .iter()
        .fold(false, |any, &address| any | (address == NOWHERE));
    if any {
        ActiveMask(gather_bits(addresses, |address| {
            u32::from(address == NOWHERE)
        }))
    } else {
        ActiveMask::NONE
    }
}
