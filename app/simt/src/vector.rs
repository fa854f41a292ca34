//! Lane loops: an operator applied to all lanes of a register at once, eight lanes a turn.
//!
//! Inactive lanes are computed too: nobody reads what they get, and a loop without conditions is a few vector
//! instructions. Only variables are written lane by lane as the mask says.

use crate::arithmetic::{BinaryVisitor, TernaryVisitor, UnaryVisitor};
use crate::lanes::ActiveMask;
use crate::memory::NOWHERE;
use crate::program::Register;
use crate::warp::{CHUNK, Operand, Warp};

/// The registers besides one that is written.
#[derive(Clone, Copy)]
pub(crate) struct Others<'w> {
    before: &'w [u32],
    after: &'w [u32],
    stride: usize,
}

impl<'w> Others<'w> {
    /// The lanes of a register, by its first word. It is not the one that is written: results have registers of
    /// their own.
    fn lanes(self, first: usize) -> &'w [[u32; CHUNK]] {
        let lanes = match first.checked_sub(self.before.len() + self.stride) {
            Some(first) => &self.after[first..first + self.stride],
            None => &self.before[first..first + self.stride],
        };
        lanes.as_chunks().0
    }
}

impl Warp {
    /// The lanes of a register to write, and all others to read.
    fn target(&mut self, to: Register) -> (&mut [[u32; CHUNK]], Others<'_>) {
        let (before, rest) = self.lanes.split_at_mut(to.index() * self.stride);
        let (target, after) = rest.split_at_mut(self.stride);
        (
            target.as_chunks_mut().0,
            Others {
                before,
                after,
                stride: self.stride,
            },
        )
    }

    /// Copies a register in the lanes of `mask`.
    pub(crate) fn copy(&mut self, to: Register, from: Register, mask: ActiveMask) {
        if to.is_uniform() {
            self.uniforms[to.index()] = self.value(from, 0);
            return;
        }
        if to == from {
            return;
        }
        let operand = self.operand(from);
        let (target, others) = self.target(to);
        let whole = mask.0 == u64::MAX;
        match operand {
            Operand::Lanes(first) if whole => target.copy_from_slice(others.lanes(first)),
            Operand::Splat(value) if whole => target.fill([value; CHUNK]),
            Operand::Lanes(first) => {
                for (chunk, (out, new)) in target.iter_mut().zip(others.lanes(first)).enumerate() {
                    blend(out, new, mask.0 >> (chunk * CHUNK));
                }
            }
            Operand::Splat(value) => {
                for (chunk, out) in target.iter_mut().enumerate() {
                    blend(out, &[value; CHUNK], mask.0 >> (chunk * CHUNK));
                }
            }
        }
    }

    /// Byte addresses of elements of an array in a buffer: `base + index * stride`, or nowhere past its length.
    pub(crate) fn addresses_of(
        &mut self,
        to: Register,
        index: usize,
        base: u32,
        length: u32,
        stride: u32,
    ) {
        let (target, others) = self.target(to);
        for (out, indices) in target.iter_mut().zip(others.lanes(index)) {
            for (out, &index) in out.iter_mut().zip(indices) {
                let address = base.wrapping_add(index.wrapping_mul(stride));
                *out = if index < length { address } else { NOWHERE };
            }
        }
    }
}

/// Takes `new` in the lanes whose bit is set, without a branch.
#[inline]
fn blend(out: &mut [u32; CHUNK], new: &[u32; CHUNK], bits: u64) {
    for (lane, (out, new)) in out.iter_mut().zip(new).enumerate() {
        let keep = ((bits >> lane & 1) as u32).wrapping_sub(1);
        *out = *out & keep | *new & !keep;
    }
}

/// An operator's result register and operands.
pub(crate) struct Apply<'w, const N: usize> {
    pub(crate) warp: &'w mut Warp,
    pub(crate) to: Register,
    pub(crate) operands: [Operand; N],
}

impl UnaryVisitor<()> for Apply<'_, 1> {
    fn visit(self, function: impl Fn(u32) -> u32) {
        let (target, others) = self.warp.target(self.to);
        match self.operands {
            [Operand::Lanes(a)] => {
                for (out, a) in target.iter_mut().zip(others.lanes(a)) {
                    for (out, &a) in out.iter_mut().zip(a) {
                        *out = function(a);
                    }
                }
            }
            [Operand::Splat(a)] => target.fill([function(a); CHUNK]),
        }
    }
}

impl BinaryVisitor<()> for Apply<'_, 2> {
    fn visit(self, function: impl Fn(u32, u32) -> u32) {
        let (target, others) = self.warp.target(self.to);
        match self.operands {
            [Operand::Lanes(a), Operand::Lanes(b)] => {
                let (a, b) = (others.lanes(a), others.lanes(b));
                for ((out, a), b) in target.iter_mut().zip(a).zip(b) {
                    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
                        *out = function(a, b);
                    }
                }
            }
            [Operand::Lanes(a), Operand::Splat(b)] => {
                for (out, a) in target.iter_mut().zip(others.lanes(a)) {
                    for (out, &a) in out.iter_mut().zip(a) {
                        *out = function(a, b);
                    }
                }
            }
            [Operand::Splat(a), Operand::Lanes(b)] => {
                for (out, b) in target.iter_mut().zip(others.lanes(b)) {
                    for (out, &b) in out.iter_mut().zip(b) {
                        *out = function(a, b);
                    }
                }
            }
            [Operand::Splat(a), Operand::Splat(b)] => target.fill([function(a, b); CHUNK]),
        }
    }
}

impl TernaryVisitor<()> for Apply<'_, 3> {
    fn visit(self, function: impl Fn(u32, u32, u32) -> u32) {
        let (target, others) = self.warp.target(self.to);
        for (chunk, out) in target.iter_mut().enumerate() {
            let [a, b, c] = self.operands.map(|operand| match operand {
                Operand::Lanes(first) => others.lanes(first)[chunk],
                Operand::Splat(value) => [value; CHUNK],
            });
            for (lane, out) in out.iter_mut().enumerate() {
                *out = function(a[lane], b[lane], c[lane]);
            }
        }
    }
}
