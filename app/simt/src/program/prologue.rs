//! Executes the prologue of a program once for each dispatch: everything that depends only on overrides and buffer
//! lengths.

use super::bytecode::{NOWHERE, Op, Register};
use super::compiled::Program;
use super::dispatch::ImageSize;

/// The extent of a memory.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extent {
    pub(crate) bytes: u64,
    /// Zeros if it is no image.
    pub(crate) size: ImageSize,
}

/// Executes the prologue on the uniform registers, except for the registers `pinned`.
pub(crate) fn run_prologue(
    program: &Program,
    pinned: &[Register],
    extent: impl Fn(u32) -> Extent,
    uniforms: &mut [u32],
) {
    for op in &program.prologue {
        let get = |register: Register| uniforms[register.index()];
        let (to, value) = match *op {
            Op::Copy { to, .. } if pinned.contains(&to) => continue,
            Op::Copy { to, from } => (to, get(from)),
            Op::Unary { function, to, a } => (to, function.apply(get(a))),
            Op::Binary { function, to, a, b } => (to, function.apply(get(a), get(b))),
            Op::Ternary { function, to, a, b, c } => (to, function.apply(get(a), get(b), get(c))),
            Op::ArrayLength {
                to,
                memory,
                offset,
                stride,
            } => {
                let bytes = extent(memory).bytes.saturating_sub(u64::from(offset));
                (to, (bytes / u64::from(stride)).min(u64::from(NOWHERE - 1)) as u32)
            }
            Op::ImageSize { to, memory, axis } => (to, extent(memory).size.get(axis as usize).copied().unwrap_or(1)),
            // No other instruction is in a prologue.
            _ => continue,
        };
        uniforms[to.index()] = value;
    }
}
