//! The arrays whose values are indices of elements that a kernel updates, such as the keys of a histogram.
//!
//! Default data has to repeat values in such an array: with all values different, a race between two updates of one
//! element never happens. The analysis goes back from the address of each update to the loads that its value comes from.

use crate::program::{Op, Program, Register};
use std::collections::HashSet;

/// Marks the bindings whose values are indices of elements that the kernel reads and writes, or changes by atomics.
///
/// It needs the registers before they are assigned, when each holds one expression or one variable.
pub(super) fn mark(mut program: Program) -> Program {
    let loaded: HashSet<u32> = program
        .ops
        .iter()
        .filter_map(|op| match op {
            Op::Load { reach, .. } => Some(reach.memory),
            _ => None,
        })
        .collect();
    let addresses = program.ops.iter().filter_map(|op| match op {
        Op::Store { reach, .. } => loaded.contains(&reach.memory).then_some(reach.address.0),
        Op::Atomic { reach, .. } => Some(reach.address.0),
        _ => None,
    });
    let mut indices = Indices {
        registers: addresses.collect(),
        memories: HashSet::new(),
    };
    let mut count = 0;
    while count < indices.registers.len() + indices.memories.len() {
        count = indices.registers.len() + indices.memories.len();
        program.ops.iter().rev().for_each(|op| indices.trace(*op));
    }
    for memory in indices.memories {
        program.bindings[memory as usize].indexes_updates = true;
    }
    program
}

/// The registers and the memories from whose values the address of an update is computed.
struct Indices {
    registers: HashSet<u32>,
    memories: HashSet<u32>,
}

impl Indices {
    fn has(&self, first: Register, words: u32) -> bool {
        (first.0..first.0 + words).any(|register| self.registers.contains(&register))
    }

    /// Adds what an instruction computes a known value from.
    fn trace(&mut self, mut op: Op) {
        let to = op.result();
        match op {
            // The values that an array holds count, and not the place from which they are loaded.
            Op::Load { to, reach } => {
                if self.has(to, reach.words) {
                    self.memories.insert(reach.memory);
                }
            }
            Op::Store { from, reach } => {
                if self.memories.contains(&reach.memory) {
                    self.registers.extend(from.0..from.0 + reach.words);
                }
            }
            // A ticket: the kernel counts it itself.
            Op::Atomic { .. } => {}
            Op::Scatter { from, base, words, .. } => {
                if self.has(base, words) {
                    self.registers.insert(from.0);
                }
            }
            Op::Gather { to, base, words, .. } => {
                if self.has(to, 1) {
                    self.registers.extend(base.0..base.0 + words);
                }
            }
            _ => {
                if to.is_some_and(|to| self.has(to, 1)) {
                    let operands = op.registers().map(|register| register.0);
                    self.registers.extend(operands);
                }
            }
        }
    }
}
