//! Indexing: addresses of elements in memory, and elements of arrays that registers hold.

use super::gang::Gang;
use super::interpret::Context;
use crate::lanes::{ActiveMask, Affine, BlockAffine, Mask};
use crate::metrics::LocalTraffic;
use crate::program::{Access, NOWHERE, Register};

impl<const W: usize> Gang<W> {
    /// Sets a register to the byte addresses of elements, if they are known to be inside and rise evenly. Returns true if
    /// they do.
    fn set_even_elements(&mut self, to: Register, [base, index, length]: [Register; 3], stride: u32) -> bool {
        let Some(Affine { base: length, step: 0 }) = self.even(length) else {
            return false;
        };
        let active = &self.active;
        match (self.even(base), self.even(index)) {
            (Some(Affine { base: NOWHERE, .. }), _) => false,
            (Some(Affine { base: start, step: 0 }), Some(index)) => {
                let ends = (64 * active.from as u32, 64 * active.to as u32 - 1);
                let ends = (ends.0, ends.1.min(self.last_lane()));
                let addresses = Affine::element(index, start, length, stride, ends).or_else(|| {
                    let mask = &active.mask;
                    let ends = (mask.first_lane(), mask.last_lane());
                    Affine::element(index, start, length, stride, ends)
                });
                if let Some(addresses) = addresses {
                    self.set_affine(to, addresses);
                }
                addresses.is_some()
            }
            // A base that is known is that of an element which is inside in every active lane.
            _ => {
                let operands = self.in_block(base).zip(self.in_block(index));
                let addresses = operands
                    .and_then(|(base, index)| BlockAffine::element(base, index, (length, stride), active, self.block));
                if let Some(addresses) = addresses {
                    self.set_block(to, addresses);
                }
                addresses.is_some()
            }
        }
    }
}

impl Context<'_> {
    #[inline(never)]
    pub(crate) fn element<const W: usize>(
        &mut self,
        gang: &mut Gang<W>,
        to: Register,
        [base, index, length]: [Register; 3],
        stride: u32,
        memory: u32,
    ) {
        // The usual case: no lane needs to be handled separately.
        if gang.set_even_elements(to, [base, index, length], stride) {
            return;
        }
        let outside = match [base, length].map(|register| gang.even(register)) {
            [
                Some(Affine { base: start, step: 0 }),
                Some(Affine { base: length, step: 0 }),
            ] => {
                let length = if start == NOWHERE { 0 } else { length };
                if to.is_uniform() {
                    gang.uniforms[to.index()] = NOWHERE;
                    gang.active.mask
                } else {
                    gang.addresses_of(to, index, (start, length, stride, NOWHERE));
                    gang.lanes_with(to, NOWHERE)
                }
            }
            _ => {
                let mask = gang.active.mask;
                for lane in mask.lanes() {
                    let [base, index, length] = [base, index, length].map(|register| gang.value(register, lane));
                    let address = if index < length && base != NOWHERE {
                        base + index * stride
                    } else {
                        NOWHERE
                    };
                    gang.write(to, lane, address);
                }
                gang.hold_lanes(to);
                gang.lanes_with(to, NOWHERE)
            }
        };
        // An element of something that is out of bounds is out of bounds too, and has been reported already.
        let inside = |&lane: &u32| gang.value(index, lane) < gang.value(length, lane);
        if let Some(lane) = outside.lanes().find(|lane| !inside(lane)) {
            let variable = self.variable_name(memory);
            let place = self.place(gang, &outside);
            let (index, length) = (gang.value(index, lane), gang.value(length, lane));
            let (index, length) = match self.program.site_at(place.op) {
                Some(site) if site.counts_in_whole => self.in_elements(memory, stride, (index, length)),
                _ => (index, length),
            };
            self.hazards.out_of_bounds(self.program, place, variable, index, length);
        }
    }

    /// Returns an index and a length, which count places of `stride` bytes, in elements as the first text has them.
    fn in_elements(&self, memory: u32, stride: u32, (index, length): (u32, u32)) -> (u32, u32) {
        let binding = self.program.bindings.get(memory as usize);
        let bytes = binding.and_then(|binding| binding.element_bytes);
        match bytes.filter(|bytes| *bytes > stride && bytes.is_multiple_of(stride.max(1))) {
            None => (index, length),
            Some(bytes) => {
                let places = (bytes / stride.max(1)) as i32;
                let index = (index as i32).div_euclid(places) as u32;
                (index, length.div_ceil(places as u32))
            }
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

    /// Counts an access of the active lanes to an array of a thread, by an index that is not a constant.
    #[inline(never)]
    pub(crate) fn count_local<const W: usize>(&mut self, gang: &Gang<W>, access: Access, bytes: u32) {
        if bytes == 0 {
            return;
        }
        for (_, lanes) in gang.warps_of(&gang.active) {
            let traffic = LocalTraffic {
                requests: 1,
                bytes: u64::from(lanes.count()) * u64::from(bytes),
            };
            self.metrics.local(access).add(&traffic);
        }
    }

    #[inline(never)]
    pub(crate) fn gather<const W: usize>(
        &mut self,
        gang: &mut Gang<W>,
        to: Register,
        base: Register,
        index: Register,
        words: u32,
    ) {
        // Uniform operands have a uniform result, so one lane is enough.
        let mask = if to.is_uniform() {
            Mask::one(0)
        } else {
            gang.active.mask
        };
        for lane in mask.lanes() {
            let index = gang.value(index, lane);
            let value = if index < words {
                gang.value(base.offset(index), lane)
            } else {
                0
            };
            gang.write(to, lane, value);
        }
        if !to.is_uniform() {
            gang.hold_lanes(to);
        }
    }

    #[inline(never)]
    pub(crate) fn scatter<const W: usize>(
        &mut self,
        gang: &mut Gang<W>,
        variable: u32,
        from: Register,
        base: Register,
        index: Register,
        words: u32,
    ) {
        let mask = gang.active.mask;
        for lane in mask.lanes() {
            let (word, value) = (gang.value(index, lane), gang.value(from, lane));
            if word >= words {
                continue;
            }
            let to = base.offset(word);
            gang.spread(to);
            gang.hold_lanes(to);
            gang.write(to, lane, value);
            if let Some(recorder) = &mut self.recorder {
                let alone = ActiveMask(1 << lane);
                recorder.assign(gang.first_warp, variable, word, alone, &[value]);
            }
        }
    }
}
