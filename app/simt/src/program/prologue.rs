//! Executes the prologue of a program: what depends on overrides and buffer lengths alone, once a dispatch.

use super::bytecode::{NOWHERE, Op, Program, Register};

/// Executes what depends on overrides and buffer lengths alone. `byte_len` gives the length of a memory's buffer.
pub(crate) fn run_prologue(
    program: &Program,
    pinned: &[Register],
    byte_len: impl Fn(u32) -> u64,
    uniforms: &mut [u32],
) {
    for op in &program.prologue {
        let get = |register: Register| uniforms[register.index()];
        let (to, value) = match *op {
            Op::Copy { to, .. } if pinned.contains(&to) => continue,
            Op::Copy { to, from } => (to, get(from)),
            Op::Unary { function, to, a } => (to, function.apply(get(a))),
            Op::Binary { function, to, a, b } => (to, function.apply(get(a), get(b))),
            Op::Ternary {
                function,
                to,
                a,
                b,
                c,
            } => (to, function.apply(get(a), get(b), get(c))),
            Op::ArrayLength {
                to,
                memory,
                offset,
                stride,
            } => {
                let bytes = byte_len(memory).saturating_sub(u64::from(offset));
                (
                    to,
                    (bytes / u64::from(stride)).min(u64::from(NOWHERE - 1)) as u32,
                )
            }
            // Nothing else depends on known values alone.
            _ => continue,
        };
        uniforms[to.index()] = value;
    }
}
