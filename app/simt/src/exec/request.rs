//! Requests: loads and stores of a gang, warp by warp, and their costs.

use super::gang::{Gang, Value};
use super::interpret::Context;
use crate::hazard::{AffineAccess, WarpAccess, WrittenByLane};
use crate::lanes::{ActiveMask, Affine, BlockAffine, CHUNK, RowPiece};
use crate::metrics::{Cost, Shape, SharedTraffic, Traffic, coalescing};
use crate::program::{Access, NOWHERE, Reach, Register, Space};
use crate::trace::LaneSpan;

/// The request of one warp: its lanes whose address is in bounds, in lane order.
pub(crate) struct WarpRequest {
    /// First lane of the warp in the gang.
    pub(crate) first: u32,
    pub(crate) mask: ActiveMask,
    addresses: [u32; 64],
}

impl WarpRequest {
    /// Collects the request of the warp that begins at lane `first` and has the active lanes `active`.
    pub(crate) fn new<const W: usize>(gang: &Gang<W>, reach: Reach, first: u32, active: ActiveMask) -> Self {
        let mut request = WarpRequest {
            first,
            mask: active,
            addresses: [0; 64],
        };
        let mut filled = 0;
        let mut add = |lane: u32, address: u32| {
            if address == NOWHERE {
                request.mask = request.mask.without(ActiveMask(1 << lane));
            } else {
                request.addresses[filled] = address.wrapping_add(reach.offset);
                filled += 1;
            }
        };
        match gang.value_of(reach.address) {
            Value::Affine(addresses) => active.lanes().for_each(|lane| add(lane, addresses.at(first + lane))),
            Value::Block(addresses) => active
                .lanes()
                .for_each(|lane| add(lane, gang.block.value(addresses, first + lane))),
            Value::Residue(..) | Value::Lanes | Value::Mask => {
                let lanes = &gang.lanes[gang.first_word(reach.address) + first as usize..];
                active.lanes().for_each(|lane| add(lane, lanes[lane as usize]));
            }
        }
        request
    }

    pub(crate) fn addresses(&self) -> &[u32] {
        &self.addresses[..self.mask.count() as usize]
    }

    /// Returns lane number in the gang and byte address of each lane.
    pub(crate) fn lanes(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.mask
            .lanes()
            .zip(self.addresses())
            .map(|(lane, &address)| (self.first + lane, address))
    }
}

impl<'r> WarpAccess<'r> {
    /// Describes a request for the race detector.
    pub(crate) fn new<const W: usize>(gang: &Gang<W>, reach: Reach, request: &'r WarpRequest) -> Self {
        WarpAccess {
            op: gang.at as u32 - 1,
            memory: reach.memory,
            first_invocation: gang.first_invocation() + request.first,
            mask: request.mask,
            addresses: request.addresses(),
            words: reach.words,
            each: reach.stored.bytes(),
        }
    }
}

/// Copies a short row: faster than a call of `memmove`.
#[inline]
fn copy_row(to: &mut [u32], from: &[u32]) {
    let (chunks, rest) = to.as_chunks_mut::<CHUNK>();
    let (from_chunks, from_rest) = from.as_chunks::<CHUNK>();
    for (to, from) in chunks.iter_mut().zip(from_chunks) {
        *to = *from;
    }
    for (to, from) in rest.iter_mut().zip(from_rest) {
        *to = *from;
    }
}

impl Context<'_> {
    /// Returns true if neither the trace nor the detector needs the single lanes of a request.
    #[inline]
    fn is_quick(&self, reach: Reach, addresses: Affine) -> bool {
        self.recorder.is_none() && !self.hazards.wants_lanes(reach.memory, addresses)
    }

    /// The same for addresses that are affine in the block.
    #[inline]
    fn is_quick_in_block(&self, reach: Reach, addresses: BlockAffine) -> bool {
        let [step, row, layer] = addresses.steps;
        let base = addresses.base | row | layer;
        // All rows begin at multiples of a word if these numbers are.
        self.is_quick(reach, Affine { base, step })
    }

    #[inline(never)]
    pub(crate) fn load<const W: usize>(&mut self, gang: &mut Gang<W>, to: Register, reach: Reach) {
        if let Value::Affine(addresses) = gang.value_of(reach.address)
            && self.is_quick(reach, addresses)
        {
            if addresses.step == 0 {
                self.load_same(gang, to, reach, addresses.base);
            } else {
                self.load_affine(gang, to, reach, addresses);
            }
            return;
        }
        if let Value::Block(addresses) = gang.value_of(reach.address)
            && self.is_quick_in_block(reach, addresses)
        {
            self.load_in_block(gang, to, reach, addresses);
            return;
        }
        let active = gang.active;
        for word in (0..reach.words).filter(|_| !to.is_uniform()) {
            gang.hold_lanes(to.offset(word));
        }
        for (first, lanes) in gang.warps_of(&active) {
            let request = WarpRequest::new(gang, reach, first, lanes);
            let memory = &self.memories[reach.memory as usize];
            for word in 0..reach.words {
                let to = to.offset(word);
                if to.is_uniform() {
                    let address = request.addresses().first();
                    gang.uniforms[to.index()] = address.map_or(0, |address| memory.read(address + 4 * word));
                    continue;
                }
                let first_word = gang.first_word(to);
                // Out-of-bounds reads yield zero.
                for lane in lanes.without(request.mask).lanes() {
                    gang.lanes[first_word + (first + lane) as usize] = 0;
                }
                for (lane, address) in request.lanes() {
                    gang.lanes[first_word + lane as usize] = memory.read(address + 4 * word);
                }
            }
            if request.mask.is_empty() {
                continue;
            }
            self.count(Access::Load, gang.statement, reach, &request);
            let access = WarpAccess::new(gang, reach, &request);
            let memory = &self.memories[reach.memory as usize];
            self.hazards.record_warp_access(&access, memory, None);
            let span = self.lane_span(reach);
            if let Some(recorder) = &mut self.recorder {
                recorder.load(reach.memory, span, request.mask, request.addresses());
            }
        }
    }

    /// Loads from one address for all lanes.
    #[inline(never)]
    fn load_same<const W: usize>(&mut self, gang: &mut Gang<W>, to: Register, reach: Reach, address: u32) {
        for word in 0..reach.words {
            let value = if address == NOWHERE {
                0
            } else {
                self.memories[reach.memory as usize].read(address + reach.offset + 4 * word)
            };
            gang.set_affine(to.offset(word), Affine::splat(value));
        }
        if address != NOWHERE {
            let addresses = BlockAffine::of(Affine::splat(address), gang.block);
            self.count_even(Access::Load, gang, reach, addresses);
            for word in 0..reach.words {
                let addresses = Affine::splat(address);
                self.report_affine_access(gang, reach, addresses, word, None);
            }
        }
    }

    /// Reports one word of each lane to the race detector. Memory must not have changed yet.
    #[inline]
    fn report_affine_access<const W: usize>(
        &mut self,
        gang: &Gang<W>,
        reach: Reach,
        addresses: Affine,
        word: u32,
        written: Option<WrittenByLane<'_>>,
    ) {
        let access = AffineAccess {
            op: gang.at as u32 - 1,
            memory: reach.memory,
            first_invocation: gang.first_invocation(),
            lanes: gang.active.mask.words(),
            addresses: Affine {
                base: addresses.base.wrapping_add(reach.offset + 4 * word),
                step: addresses.step,
            },
            contents: &self.memories[reach.memory as usize].words,
        };
        self.hazards.record_affine_access(&access, written);
    }

    /// Loads from affine addresses. All active lanes are in bounds.
    #[inline(never)]
    fn load_affine<const W: usize>(&mut self, gang: &mut Gang<W>, to: Register, reach: Reach, addresses: Affine) {
        let memory = &self.memories[reach.memory as usize];
        let (from, last) = (gang.active.mask.first_lane(), gang.active.mask.last_lane());
        for word in 0..reach.words {
            let to = to.offset(word);
            gang.hold_lanes(to);
            let first_word = gang.first_word(to);
            if addresses.step == 4 {
                // Words between those of active lanes are in bounds too, and the other lanes of a result are never
                // read: so one copy is enough.
                let address = addresses.at(from).wrapping_add(reach.offset + 4 * word);
                let source = memory.row(address, last - from + 1);
                let first = first_word + from as usize;
                gang.lanes[first..first + source.len()].copy_from_slice(source);
                continue;
            }
            for (first, mask) in gang.active.words() {
                let address = addresses.at(first).wrapping_add(reach.offset + 4 * word);
                let lanes = &mut gang.lanes[first_word + first as usize..];
                for lane in mask.lanes() {
                    let address = address.wrapping_add(addresses.step.wrapping_mul(lane));
                    lanes[lane as usize] = memory.read(address);
                }
            }
        }
        self.count_even(Access::Load, gang, reach, BlockAffine::of(addresses, gang.block));
        for word in 0..reach.words {
            self.report_affine_access(gang, reach, addresses, word, None);
        }
    }

    /// Loads from addresses that are affine in the block, row by row. All active lanes are in bounds.
    #[inline(never)]
    fn load_in_block<const W: usize>(
        &mut self,
        gang: &mut Gang<W>,
        to: Register,
        reach: Reach,
        addresses: BlockAffine,
    ) {
        let memory = &self.memories[reach.memory as usize];
        for word in 0..reach.words {
            let to = to.offset(word);
            gang.hold_lanes(to);
            let first_word = gang.first_word(to);
            let lanes = &mut gang.lanes[first_word..first_word + gang.stride];
            let by = reach.offset + 4 * word;
            gang.block.pieces(&gang.active, |piece| {
                let row = piece.affine(addresses);
                let Some((from, count)) = piece.active.span() else {
                    return;
                };
                let first = (piece.first + from) as usize;
                let lanes = &mut lanes[first..first + count as usize];
                let start = row.at(from).wrapping_add(by);
                match row.step {
                    // Lanes between active ones are in bounds too, and nothing reads the result of those that are not active.
                    0 => lanes.fill(memory.read(start)),
                    4 => {
                        let source = memory.row(start, count);
                        copy_row(&mut lanes[..source.len()], source);
                    }
                    step => {
                        for (lane, out) in (0..).zip(lanes) {
                            *out = memory.read(start.wrapping_add(step.wrapping_mul(lane)));
                        }
                    }
                }
            });
        }
        self.count_even(Access::Load, gang, reach, addresses);
        if self.hazards.watches(reach.memory) {
            let repeats = addresses.steps[1] == 0;
            for word in 0..reach.words {
                let mut before = [None; 2];
                gang.block.pieces(&gang.active, |piece| {
                    // Two rows that read the same words stand for all rows that do.
                    if repeats && before == [Some(piece.part_of_layer()); 2] {
                        return;
                    }
                    before = [before[1], Some(piece.part_of_layer())];
                    self.report_piece(gang, reach, (addresses, word), &piece, None);
                });
            }
        }
    }

    /// Reports one word of each lane of a row to the race detector. Memory must not have changed yet.
    fn report_piece<const W: usize>(
        &mut self,
        gang: &Gang<W>,
        reach: Reach,
        (addresses, word): (BlockAffine, u32),
        piece: &RowPiece,
        written: Option<WrittenByLane<'_>>,
    ) {
        let row = piece.affine(addresses);
        let access = AffineAccess {
            op: gang.at as u32 - 1,
            memory: reach.memory,
            first_invocation: gang.first_invocation() + piece.first,
            lanes: &[piece.active.0],
            addresses: Affine {
                base: row.base.wrapping_add(reach.offset + 4 * word),
                step: row.step,
            },
            contents: &self.memories[reach.memory as usize].words,
        };
        self.hazards.record_affine_access(&access, written);
    }

    #[inline(never)]
    pub(crate) fn store<const W: usize>(&mut self, gang: &mut Gang<W>, from: Register, reach: Reach) {
        self.changes += 1;
        if let Value::Affine(addresses) = gang.value_of(reach.address)
            && (addresses.step != 0 || gang.active.lanes == 1)
            && addresses.base != NOWHERE
            && self.is_quick(reach, addresses)
        {
            self.store_affine(gang, from, reach, addresses);
            return;
        }
        if let Value::Block(addresses) = gang.value_of(reach.address)
            && !addresses.steps.contains(&0)
            && self.is_quick_in_block(reach, addresses)
        {
            self.store_in_block(gang, from, reach, addresses);
            return;
        }
        let active = gang.active;
        for (first, lanes) in gang.warps_of(&active) {
            let request = WarpRequest::new(gang, reach, first, lanes);
            if request.mask.is_empty() {
                continue;
            }
            let count = request.addresses().len();
            let span = self.lane_span(reach);
            let memory = &mut self.memories[reach.memory as usize];
            let from_lane = |_, lane: u32, word: u32| gang.value(from.offset(word), request.first + lane);
            let access = WarpAccess::new(gang, reach, &request);
            self.hazards.record_warp_access(&access, memory, Some(&from_lane));
            if let Some(recorder) = &mut self.recorder {
                let mut changes = vec![(0, 0); count * reach.words as usize];
                for (rank, (lane, address)) in request.lanes().enumerate() {
                    for word in 0..reach.words {
                        let new = gang.value(from.offset(word), lane);
                        let old = memory.write(address + 4 * word, new);
                        changes[word as usize * count + rank] = (old, new);
                    }
                }
                recorder.store(
                    Access::Store,
                    reach.memory,
                    span,
                    request.mask,
                    request.addresses(),
                    &changes,
                );
            } else {
                for word in 0..reach.words {
                    for (lane, address) in request.lanes() {
                        memory.write(address + 4 * word, gang.value(from.offset(word), lane));
                    }
                }
            }
            self.count(Access::Store, gang.statement, reach, &request);
        }
    }

    /// Stores to affine addresses. All active lanes are in bounds.
    #[inline(never)]
    fn store_affine<const W: usize>(&mut self, gang: &mut Gang<W>, from: Register, reach: Reach, addresses: Affine) {
        for word in 0..reach.words {
            let from = from.offset(word);
            if let Value::Residue(..) | Value::Block(_) = gang.value_of(from) {
                gang.spread(from);
            }
            let from_lane = |_, lane: u32, _| gang.value(from, lane);
            self.report_affine_access(gang, reach, addresses, word, Some(&from_lane));
            let value = gang.value_of(from);
            let memory = &mut self.memories[reach.memory as usize];
            for (first, mask) in gang.active.words() {
                let address = addresses.at(first).wrapping_add(reach.offset + 4 * word);
                let address_of = |lane: u32| address.wrapping_add(addresses.step.wrapping_mul(lane));
                match value {
                    Value::Affine(value) => {
                        for lane in mask.lanes() {
                            memory.write(address_of(lane), value.at(first + lane));
                        }
                    }
                    Value::Residue(..) | Value::Block(_) | Value::Lanes | Value::Mask => {
                        let lanes = &gang.lanes[gang.first_word(from) + first as usize..];
                        if addresses.step == 4 {
                            memory.write_row(address, lanes, mask);
                            continue;
                        }
                        for lane in mask.lanes() {
                            memory.write(address_of(lane), lanes[lane as usize]);
                        }
                    }
                }
            }
        }
        self.count_even(Access::Store, gang, reach, BlockAffine::of(addresses, gang.block));
    }

    /// Stores to addresses that are affine in the block, row by row. All active lanes are in bounds.
    #[inline(never)]
    fn store_in_block<const W: usize>(
        &mut self,
        gang: &mut Gang<W>,
        from: Register,
        reach: Reach,
        addresses: BlockAffine,
    ) {
        let watched = self.hazards.watches(reach.memory);
        for word in 0..reach.words {
            let from = from.offset(word);
            gang.spread(from);
            gang.block.pieces(&gang.active, |piece| {
                if watched {
                    let from_lane = |_, lane: u32, _| gang.value(from, piece.first + lane);
                    let written = Some(&from_lane as WrittenByLane<'_>);
                    self.report_piece(gang, reach, (addresses, word), &piece, written);
                }
                let row = piece.affine(addresses);
                let start = row.base.wrapping_add(reach.offset + 4 * word);
                let memory = &mut self.memories[reach.memory as usize];
                if row.step == 4 && !from.is_uniform() {
                    let lanes = &gang.lanes[gang.first_word(from) + piece.first as usize..];
                    memory.write_row(start, lanes, piece.active);
                    return;
                }
                for lane in piece.active.lanes() {
                    let address = start.wrapping_add(row.step.wrapping_mul(lane));
                    memory.write(address, gang.value(from, piece.first + lane));
                }
            });
        }
        self.count_even(Access::Store, gang, reach, addresses);
    }

    /// Returns what each lane of a request asks for.
    pub(crate) fn lane_span(&self, reach: Reach) -> LaneSpan {
        match self.word_bytes(reach) {
            4 => LaneSpan::Words(reach.words),
            bytes => LaneSpan::Elements {
                words: reach.words,
                bytes,
            },
        }
    }

    /// Returns the bytes for which each word of a memory stands.
    fn word_bytes(&self, reach: Reach) -> u32 {
        self.program.bindings[reach.memory as usize].word_bytes
    }

    /// Counts a warp's request.
    pub(crate) fn count(&mut self, access: Access, statement: u32, reach: Reach, request: &WarpRequest) {
        let bytes = self.word_bytes(reach);
        let cost = if bytes == 4 {
            self.cost_of(access, reach, request)
        } else {
            let mut served = WarpRequest {
                addresses: request.addresses,
                ..*request
            };
            for address in &mut served.addresses {
                *address = *address / 4 * bytes;
            }
            self.cost_of(access, reach, &served)
        };
        if let Some(cost) = cost {
            self.charge(access, statement, &cost);
        }
    }

    /// Computes the cost of a warp's request, whose addresses are those by which memory serves it. Loads from constant
    /// memory (uniform buffers) cost nothing here: it has a separate cache.
    fn cost_of(&self, access: Access, reach: Reach, request: &WarpRequest) -> Option<Cost> {
        let (mask, addresses) = (request.mask, request.addresses());
        let bytes = reach.bytes() * self.word_bytes(reach) / 4;
        match self.program.bindings[reach.memory as usize].counted_as {
            Space::Storage => {
                let cost = coalescing::global_cost(access, mask, addresses, bytes, self.machine);
                Some(Cost::Global(cost))
            }
            Space::Workgroup => {
                let cost = coalescing::shared_cost(access, mask, addresses, bytes, self.machine);
                Some(Cost::Shared(cost))
            }
            Space::Uniform => None,
        }
    }

    fn charge(&mut self, access: Access, statement: u32, cost: &Cost) {
        let statement = &mut self.metrics.statements[statement as usize];
        match cost {
            Cost::Global(cost) => {
                statement.add_traffic(access, cost);
                self.metrics.global(access).add(cost);
            }
            Cost::Shared(cost) => {
                statement.add_shared_traffic(cost);
                self.metrics.shared(access).add(cost);
            }
        }
    }

    /// Counts the requests of all warps for addresses that are affine in the block.
    fn count_even<const W: usize>(&mut self, access: Access, gang: &mut Gang<W>, reach: Reach, addresses: BlockAffine) {
        if self.program.bindings[reach.memory as usize].counted_as == Space::Uniform {
            return;
        }
        let mut addresses = BlockAffine {
            base: addresses.base.wrapping_add(reach.offset),
            ..addresses
        };
        let bytes = self.word_bytes(reach);
        if bytes != 4 {
            // Both are multiples of a word, and may be negative.
            let served = |number: u32| (number.cast_signed() / 4).cast_unsigned().wrapping_mul(bytes);
            addresses = BlockAffine {
                base: served(addresses.base),
                steps: addresses.steps.map(served),
            };
        }
        if gang.is_part && gang.warps() == 1 {
            let cost = self.cost_even(access, gang, reach, addresses);
            self.charge(access, gang.statement, &cost);
            return;
        }
        let shape = Shape {
            op: gang.at as u32,
            start: addresses.base % self.machine.line_bytes,
            steps: addresses.steps,
            lanes: gang.active.mask,
        };
        let cost = gang.costs.get(&shape).unwrap_or_else(|| {
            let cost = self.cost_even(access, gang, reach, addresses);
            gang.costs.remember(shape, cost);
            cost
        });
        self.charge(access, gang.statement, &cost);
    }

    /// Computes the cost of such requests.
    #[cold]
    fn cost_even<const W: usize>(&self, access: Access, gang: &Gang<W>, reach: Reach, addresses: BlockAffine) -> Cost {
        let mut sum = match self.program.bindings[reach.memory as usize].counted_as {
            Space::Storage | Space::Uniform => Cost::Global(Traffic::default()),
            Space::Workgroup => Cost::Shared(SharedTraffic::default()),
        };
        for (first, mask) in gang.warps_of(&gang.active) {
            let mut request = WarpRequest {
                first,
                mask,
                addresses: [0; 64],
            };
            for (out, lane) in request.addresses.iter_mut().zip(mask.lanes()) {
                *out = gang.block.value(addresses, first + lane);
            }
            match (&mut sum, self.cost_of(access, reach, &request)) {
                (Cost::Global(sum), Some(Cost::Global(cost))) => sum.add(&cost),
                (Cost::Shared(sum), Some(Cost::Shared(cost))) => sum.add(&cost),
                _ => {}
            }
        }
        sum
    }
}
