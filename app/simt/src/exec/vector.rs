//! Lane loops: apply one operator to the lanes of a gang, several lanes in each vector instruction.
//!
//! An operator writes all lanes of the mask words in which any lane is active. This is safe because a result has its
//! own register and inactive lanes never read it. Only variables are written under the mask.

use super::gang::{Gang, Value};
use crate::lanes::{Affine, BlockAffine, CHUNK, Mask, blend};
use crate::program::{Binary, BinaryVisitor, Check, Register, Ternary, TernaryVisitor, Unary, UnaryVisitor};
use std::ops::Range;

/// Chunks that one word of a mask covers.
const CHUNKS_PER_WORD: usize = 64 / CHUNK;

/// The source of an operand.
#[derive(Clone, Copy)]
enum Operand {
    /// A lane register, by the index of its first word.
    Lanes(usize),
    /// One value for all lanes.
    Splat(u32),
}

/// All lane registers except the one that is written.
#[derive(Clone, Copy)]
struct Others<'w> {
    before: &'w [u32],
    after: &'w [u32],
    stride: usize,
}

impl<'w> Others<'w> {
    /// Returns the lanes of a register, by the index of its first word. It must not be the register that is written.
    fn lanes(self, first: usize) -> &'w [[u32; CHUNK]] {
        let lanes = match first.checked_sub(self.before.len() + self.stride) {
            Some(first) => &self.after[first..first + self.stride],
            None => &self.before[first..first + self.stride],
        };
        lanes.as_chunks().0
    }
}

impl<const W: usize> Gang<W> {
    /// Splits the lane registers into the one to write and all others.
    fn target(&mut self, to: Register) -> (&mut [[u32; CHUNK]], Others<'_>) {
        let first = self.first_word(to);
        let (before, rest) = self.lanes.split_at_mut(first);
        let (target, after) = rest.split_at_mut(self.stride);
        let others = Others {
            before,
            after,
            stride: self.stride,
        };
        (target.as_chunks_mut().0, others)
    }

    /// Returns the range of chunks that covers the mask words with an active lane.
    fn chunks(&self) -> Range<usize> {
        let all = self.stride / CHUNK;
        let from = (self.active.from * CHUNKS_PER_WORD).min(all);
        from..(self.active.to * CHUNKS_PER_WORD).clamp(from, all)
    }

    /// Returns a register as operand of a lane loop.
    fn operand(&mut self, register: Register) -> Operand {
        match self.value_of(register) {
            Value::Affine(affine) if affine.step == 0 => Operand::Splat(affine.base),
            Value::Affine(_) | Value::Residue(..) | Value::Block(_) | Value::Lanes => {
                self.spread(register);
                Operand::Lanes(self.first_word(register))
            }
            // A condition is kept as a mask only if no lane loop reads it.
            Value::Mask => Operand::Splat(0),
        }
    }

    /// Returns the lanes in which a condition holds.
    #[inline(never)]
    pub(crate) fn holds(&mut self, condition: Register) -> Mask<W> {
        match self.value_of(condition) {
            Value::Mask => self.masks[condition.index()],
            Value::Affine(affine) if affine.step == 0 => {
                if affine.base != 0 {
                    Mask::ALL
                } else {
                    Mask::NONE
                }
            }
            Value::Affine(_) | Value::Residue(..) | Value::Block(_) | Value::Lanes => {
                self.spread(condition);
                let first = self.first_word(condition);
                let (lanes, _) = self.lanes[first..first + self.stride].as_chunks::<CHUNK>();
                let mut mask = Mask::NONE;
                for chunk in self.chunks() {
                    set_chunk(mask.words_mut(), chunk, bits_of(|lane| lanes[chunk][lane]));
                }
                mask
            }
        }
    }

    /// Returns the active lanes in which a condition holds, and those in which it does not.
    #[inline(never)]
    pub(crate) fn parted(&mut self, condition: Register) -> (Mask<W>, Mask<W>) {
        let holds = self.holds(condition);
        let active = &self.active.mask;
        (active.and(&holds), active.without(&holds))
    }

    /// The same as `holds`, for all lanes, whether active or not.
    pub(crate) fn holds_anywhere(&mut self, condition: Register) -> Mask<W> {
        let active = self.active;
        self.active.from = 0;
        self.active.to = W;
        let mask = self.holds(condition);
        self.active = active;
        mask
    }

    #[inline(never)]
    pub(crate) fn unary(&mut self, function: Unary, to: Register, a: Register) {
        if to.is_uniform() {
            self.uniforms[to.index()] = function.apply(self.uniforms[a.index()]);
        } else if to.is_mask() {
            if function == Unary::Not {
                self.masks[to.index()] = self.holds(a).not();
            } else {
                let operands = [self.operand(a)];
                let mut mask = Mask::NONE;
                self.comparison(operands, &mut mask).visit(|a| function.apply(a));
                self.masks[to.index()] = mask;
            }
        } else if let Value::Affine(Affine { base, step: 0 }) = self.value_of(a) {
            self.set_affine(to, Affine::splat(function.apply(base)));
        } else {
            let operands = [self.operand(a)];
            function.visit(self.application(to, operands));
            self.hold_lanes(to);
        }
    }

    #[inline(never)]
    pub(crate) fn binary(&mut self, function: Binary, to: Register, a: Register, b: Register) {
        if to.is_uniform() {
            // If the result is uniform, the operands are too.
            let value = function.apply(self.uniforms[a.index()], self.uniforms[b.index()]);
            self.uniforms[to.index()] = value;
            return;
        }
        if to.is_mask() {
            self.masks[to.index()] = self.condition(function, a, b);
            return;
        }
        if let (Some(x), Some(y)) = (self.even(a), self.even(b)) {
            if let Some(affine) = Affine::combine(function, x, y, self.last_lane()) {
                self.set_affine(to, affine);
                return;
            }
            if let Some(bits) = Affine::residue(function, y) {
                self.set_value(to, Value::Residue(x, bits));
                return;
            }
        } else if let (Some(x), Some(y)) = (self.in_block(a), self.in_block(b))
            && let Some(value) = BlockAffine::combine(function, x, y, self.block)
        {
            self.set_block(to, value);
            return;
        }
        let (a, b) = (self.operand(a), self.operand(b));
        let (function, b) = cheaper(function, b);
        function.visit(self.application(to, [a, b]));
        self.hold_lanes(to);
    }

    /// Returns the lanes in which a comparison or an operator on conditions holds.
    #[inline(never)]
    fn condition(&mut self, function: Binary, a: Register, b: Register) -> Mask<W> {
        let values = (self.value_of(a), self.value_of(b));
        match (function, values) {
            (Binary::And, _) if Self::is_condition(values) => self.holds(a).and(&self.holds(b)),
            (Binary::Or, _) if Self::is_condition(values) => self.holds(a).or(&self.holds(b)),
            (Binary::ExclusiveOr | Binary::NotEqual, _) if Self::is_condition(values) => {
                self.holds(a).exclusive_or(&self.holds(b))
            }
            (Binary::Equal, _) if Self::is_condition(values) => self.holds(a).exclusive_or(&self.holds(b)).not(),
            (_, (Value::Affine(x), Value::Affine(y))) => match Affine::compare(function, x, y, self.last_lane()) {
                Some(mask) => mask,
                None => self.compare(function, a, b),
            },
            (Binary::Equal, (Value::Residue(x, bits), Value::Affine(Affine { base, step: 0 }))) if x.step == 1 => {
                Mask::every(base.wrapping_sub(x.base), bits, base)
            }
            (_, (Value::Block(_), _) | (_, Value::Block(_))) => {
                let result = self
                    .in_block(a)
                    .zip(self.in_block(b))
                    .and_then(|(a, b)| BlockAffine::compare(function, a, b, self.block));
                result.unwrap_or_else(|| self.compare(function, a, b))
            }
            _ => self.compare(function, a, b),
        }
    }

    /// Returns true if an operand is a mask; then both are conditions.
    fn is_condition(values: (Value, Value)) -> bool {
        matches!(values, (Value::Mask, _) | (_, Value::Mask))
    }

    fn compare(&mut self, function: Binary, a: Register, b: Register) -> Mask<W> {
        let operands = [self.operand(a), self.operand(b)];
        let mut mask = Mask::NONE;
        function.visit_condition(self.comparison(operands, &mut mask));
        mask
    }

    fn application<const N: usize>(&mut self, to: Register, operands: [Operand; N]) -> Apply<'_, N> {
        let chunks = self.chunks();
        let (target, others) = self.target(to);
        Apply {
            target,
            others,
            operands,
            chunks,
        }
    }

    fn comparison<'w, const N: usize>(&'w self, operands: [Operand; N], mask: &'w mut Mask<W>) -> Compare<'w, N> {
        Compare {
            others: Others {
                before: &self.lanes,
                after: &[],
                stride: self.stride,
            },
            operands,
            chunks: self.chunks(),
            bits: mask.words_mut(),
        }
    }

    #[inline(never)]
    pub(crate) fn ternary(&mut self, function: Ternary, to: Register, [a, b, c]: [Register; 3]) {
        if to.is_uniform() {
            let values = [a, b, c].map(|register| self.value(register, 0));
            let [a, b, c] = values;
            self.uniforms[to.index()] = function.apply(a, b, c);
            return;
        }
        if c.is_mask() {
            self.select(to, a, b, c);
        } else {
            let operands = [self.operand(a), self.operand(b), self.operand(c)];
            function.visit(self.application(to, operands));
        }
        self.hold_lanes(to);
    }

    /// Computes `a` in the lanes of the mask `c`, else `b`.
    fn select(&mut self, to: Register, a: Register, b: Register, c: Register) {
        let operands = [self.operand(a), self.operand(b)];
        let mask = self.masks[c.index()];
        let chunks = self.chunks();
        let (target, others) = self.target(to);
        for chunk in chunks {
            let [a, b] = operands.map(|operand| read(operand, others, chunk));
            target[chunk] = b;
            blend(&mut target[chunk], &a, chunk_of(&mask, chunk));
        }
    }

    /// Copies a register for all lanes. No inactive lane may need the old value.
    #[inline(never)]
    pub(crate) fn copy(&mut self, to: Register, from: Register) {
        if to == from {
            return;
        }
        if to.is_uniform() {
            self.uniforms[to.index()] = self.uniforms[from.index()];
        } else if to.is_mask() {
            self.masks[to.index()] = self.holds(from);
        } else if let value @ (Value::Affine(_) | Value::Residue(..) | Value::Block(_)) = self.value_of(from) {
            self.set_value(to, value);
        } else {
            let first = self.first_word(from);
            let chunks = self.chunks();
            let (target, others) = self.target(to);
            target[chunks.clone()].copy_from_slice(&others.lanes(first)[chunks]);
            self.hold_lanes(to);
        }
    }

    /// Copies a register in the active lanes.
    #[inline(never)]
    pub(crate) fn assign(&mut self, to: Register, from: Register) {
        if to.is_uniform() || to == from || self.active.mask == self.alive {
            // All other lanes have finished, so nothing reads them.
            self.copy(to, from);
            return;
        }
        let mask = self.active.mask;
        if to.is_mask() {
            let new = self.holds(from).and(&mask);
            let kept = self.masks[to.index()].without(&mask);
            self.masks[to.index()] = kept.or(&new);
            return;
        }
        self.spread(to);
        let operand = self.operand(from);
        let chunks = self.chunks();
        let (target, others) = self.target(to);
        for chunk in chunks {
            let new = read(operand, others, chunk);
            blend(&mut target[chunk], &new, chunk_of(&mask, chunk));
        }
        self.hold_lanes(to);
    }

    /// Computes byte addresses of array elements, `base + index * stride`, or `nowhere` for an index of `length` or
    /// more. `base`, `length` and `stride` are the same in all lanes.
    pub(crate) fn addresses_of(
        &mut self,
        to: Register,
        index: Register,
        (base, length, stride, nowhere): (u32, u32, u32, u32),
    ) {
        let operand = self.operand(index);
        let chunks = self.chunks();
        let (target, others) = self.target(to);
        for chunk in chunks {
            let indices = read(operand, others, chunk);
            for (out, index) in target[chunk].iter_mut().zip(indices) {
                let address = base.wrapping_add(index.wrapping_mul(stride));
                *out = if index < length { address } else { nowhere };
            }
        }
        self.hold_lanes(to);
    }

    /// Returns the active lanes in which operands break a rule. Fast if none do.
    pub(crate) fn failing(&mut self, check: Check, a: Register, b: Register) -> Mask<W> {
        // The first operand of a division or a shift matters only if it is the least integer.
        let worst = check.asks_for_second().then(|| Affine::splat(i32::MIN as u32));
        if let (Some(x), Some(y)) = (self.even(a).or(worst), self.even(b))
            && Affine::keeps(check, x, y, self.last_lane())
        {
            return Mask::NONE;
        }
        if let (Some(x), Some(y)) = (self.in_block(a), self.in_block(b))
            && BlockAffine::keeps(check, x, y, self.block)
        {
            return Mask::NONE;
        }
        let operands = [self.operand(a), self.operand(b)];
        let others = Others {
            before: &self.lanes,
            after: &[],
            stride: self.stride,
        };
        let mut mask = Mask::NONE;
        if any_fails(check, operands, others, self.chunks()) {
            for chunk in self.chunks() {
                let [a, b] = operands.map(|operand| read(operand, others, chunk));
                let fails = |lane: usize| u32::from(check.fails(a[lane], b[lane]));
                set_chunk(mask.words_mut(), chunk, bits_of(fails));
            }
        }
        mask.and(&self.active.mask)
    }

    /// Returns the active lanes of a lane register whose value is `value`. Fast if no lane has it.
    pub(crate) fn lanes_with(&self, register: Register, value: u32) -> Mask<W> {
        let first = self.first_word(register);
        let (lanes, _) = self.lanes[first..first + self.stride].as_chunks::<CHUNK>();
        let any = lanes[self.chunks()]
            .iter()
            .flatten()
            .fold(false, |any, &lane| any | (lane == value));
        let mut mask = Mask::NONE;
        if any {
            for chunk in self.chunks() {
                set_chunk(
                    mask.words_mut(),
                    chunk,
                    bits_of(|lane| u32::from(lanes[chunk][lane] == value)),
                );
            }
        }
        mask.and(&self.active.mask)
    }
}

/// Replaces a division by a power of two that is the same in all lanes by a shift or a bit mask.
fn cheaper(function: Binary, b: Operand) -> (Binary, Operand) {
    match (function, b) {
        (Binary::ModuloUint, Operand::Splat(b)) if b.is_power_of_two() => (Binary::And, Operand::Splat(b - 1)),
        (Binary::DivideUint, Operand::Splat(b)) if b.is_power_of_two() => {
            (Binary::ShiftRightUint, Operand::Splat(b.trailing_zeros()))
        }
        other => other,
    }
}

/// Returns true if operands break a rule in any lane of these chunks, active or not.
fn any_fails(check: Check, operands: [Operand; 2], others: Others<'_>, chunks: Range<usize>) -> bool {
    // Each rule has a loop of its own, without a branch in it.
    macro_rules! loops {
        ($($rule:ident),*) => {
            match check {
                $(Check::$rule => {
                    let mut any = [0; CHUNK];
                    for chunk in chunks {
                        let [a, b] = operands.map(|operand| read(operand, others, chunk));
                        any = std::array::from_fn(|lane| {
                            any[lane] | u32::from(Check::$rule.fails(a[lane], b[lane]))
                        });
                    }
                    any != [0; CHUNK]
                })*
            }
        };
    }
    loops!(
        Add,
        Subtract,
        Multiply,
        Negate,
        DivideInt,
        RemainderInt,
        DivideUint,
        Shift,
        WideAdd,
        WideMultiply,
        WideLeft,
        WideShift,
        WideSigned,
        WideInt,
        WideUint,
        Whole
    )
}

#[inline]
fn read(operand: Operand, others: Others<'_>, chunk: usize) -> [u32; CHUNK] {
    match operand {
        Operand::Lanes(first) => others.lanes(first)[chunk],
        Operand::Splat(value) => [value; CHUNK],
    }
}

/// Returns one bit for each lane of a chunk: the value 0 or 1 that `bit` returns.
#[inline]
fn bits_of(bit: impl Fn(usize) -> u32) -> u8 {
    let bytes: [u8; CHUNK] = std::array::from_fn(|lane| bit(lane) as u8);
    // Each product of a byte and a power of two ends in a separate bit of the top byte.
    (u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

#[inline]
fn set_chunk(words: &mut [u64], chunk: usize, bits: u8) {
    words[chunk / CHUNKS_PER_WORD] |= u64::from(bits) << (chunk % CHUNKS_PER_WORD * CHUNK);
}

#[inline]
fn chunk_of<const W: usize>(mask: &Mask<W>, chunk: usize) -> u64 {
    mask.words()[chunk / CHUNKS_PER_WORD] >> (chunk % CHUNKS_PER_WORD * CHUNK)
}

/// Applies an operator, with a result for each lane.
struct Apply<'w, const N: usize> {
    target: &'w mut [[u32; CHUNK]],
    others: Others<'w>,
    operands: [Operand; N],
    chunks: Range<usize>,
}

impl UnaryVisitor<()> for Apply<'_, 1> {
    #[inline(never)]
    fn visit(self, function: impl Fn(u32) -> u32) {
        let target = &mut self.target[self.chunks.clone()];
        match self.operands {
            [Operand::Lanes(a)] => {
                let a = &self.others.lanes(a)[self.chunks];
                for (out, &a) in target.iter_mut().zip(a) {
                    *out = a.map(&function);
                }
            }
            // `Gang::binary` and `Gang::unary` compute one value for all lanes without a lane loop.
            [Operand::Splat(_)] => {}
        }
    }
}

// A chunk is read completely before any of it is written: otherwise a compiler cannot prove that it may use vectors.
impl BinaryVisitor<()> for Apply<'_, 2> {
    #[inline(never)]
    fn visit(self, function: impl Fn(u32, u32) -> u32) {
        let target = &mut self.target[self.chunks.clone()];
        let lanes = |first| &self.others.lanes(first)[self.chunks.clone()];
        match self.operands {
            [Operand::Lanes(a), Operand::Lanes(b)] => {
                for ((out, &a), &b) in target.iter_mut().zip(lanes(a)).zip(lanes(b)) {
                    *out = std::array::from_fn(|lane| function(a[lane], b[lane]));
                }
            }
            [Operand::Lanes(a), Operand::Splat(b)] => {
                for (out, &a) in target.iter_mut().zip(lanes(a)) {
                    *out = a.map(|a| function(a, b));
                }
            }
            [Operand::Splat(a), Operand::Lanes(b)] => {
                for (out, &b) in target.iter_mut().zip(lanes(b)) {
                    *out = b.map(|b| function(a, b));
                }
            }
            // `Gang::binary` and `Gang::unary` compute one value for all lanes without a lane loop.
            [Operand::Splat(_), Operand::Splat(_)] => {}
        }
    }
}

impl TernaryVisitor<()> for Apply<'_, 3> {
    #[inline(never)]
    fn visit(self, function: impl Fn(u32, u32, u32) -> u32) {
        for chunk in self.chunks {
            let [a, b, c] = self.operands.map(|operand| read(operand, self.others, chunk));
            self.target[chunk] = std::array::from_fn(|lane| function(a[lane], b[lane], c[lane]));
        }
    }
}

/// Applies an operator whose result is a condition, one bit for each lane.
struct Compare<'w, const N: usize> {
    others: Others<'w>,
    operands: [Operand; N],
    chunks: Range<usize>,
    bits: &'w mut [u64],
}

impl UnaryVisitor<()> for Compare<'_, 1> {
    #[inline(never)]
    fn visit(self, function: impl Fn(u32) -> u32) {
        for chunk in self.chunks {
            let a = read(self.operands[0], self.others, chunk);
            set_chunk(self.bits, chunk, bits_of(|lane| function(a[lane])));
        }
    }
}

impl BinaryVisitor<()> for Compare<'_, 2> {
    #[inline(never)]
    fn visit(self, function: impl Fn(u32, u32) -> u32) {
        match self.operands {
            [Operand::Lanes(a), Operand::Splat(b)] => {
                let a = self.others.lanes(a);
                for chunk in self.chunks {
                    let a = a[chunk];
                    set_chunk(self.bits, chunk, bits_of(|lane| function(a[lane], b)));
                }
            }
            [a, b] => {
                for chunk in self.chunks {
                    let (a, b) = (read(a, self.others, chunk), read(b, self.others, chunk));
                    set_chunk(self.bits, chunk, bits_of(|lane| function(a[lane], b[lane])));
                }
            }
        }
    }
}
