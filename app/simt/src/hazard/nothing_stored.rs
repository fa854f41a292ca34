//! A run that stored nothing: every thread returned before, mostly because a length in a buffer is 0.

use super::finding::{Finding, FindingKind};
use super::race_fixes::branch_around;
use crate::memory::Memory;
use crate::metrics::Metrics;
use crate::program::{Op, Program, Register, ScalarType, Touch};
use wgsl::Stored;

/// Returns the finding of a run that stored nothing, although the kernel stores; `None` for any other run.
pub(crate) fn nothing_stored(program: &Program, metrics: &Metrics, memories: &[Memory]) -> Option<Finding> {
    let stores = program
        .sites
        .iter()
        .any(|site| matches!(site.touch, Touch::Store | Touch::AtomicStore | Touch::Atomic { .. }));
    let stored = metrics.global_stores.requests
        + metrics.global_atomics.requests
        + metrics.shared_stores.requests
        + metrics.shared_atomics.requests;
    if !stores || stored > 0 || metrics.workgroups == 0 {
        return None;
    }
    // The first `return` of the kernel that threads came to, and the `if` around it. One of a function ends a call only.
    let mut statement = 0;
    let mut calls = 0;
    let mut returned = None;
    for (position, op) in program.ops.iter().enumerate() {
        match *op {
            Op::Statement { statement: next } => statement = next,
            Op::Enter { .. } => calls += 1,
            Op::Leave => calls -= 1,
            Op::Return if calls == 0 => {
                let executed = metrics.statements.get(statement as usize);
                if executed.is_some_and(|executed| executed.executions > 0) {
                    returned = Some(position as u32);
                    break;
                }
            }
            _ => {}
        }
    }
    let (from, branch_line) = branch_around(program, returned?)?;
    let statement = program.statements.iter().find(|each| each.line == branch_line)?;
    let values = reads(program, memories, from as usize);
    Some(Finding {
        kind: FindingKind::NothingStored { values },
        line: statement.line,
        column: statement.column,
        workgroup: 0,
        invocation: 0,
        count: 1,
        suggested_fix: None,
        edit: None,
        also: Vec::new(),
        header: None,
    })
}

/// Returns the values at fixed places of buffers that the condition of a branch reads, with their text.
fn reads(program: &Program, memories: &[Memory], branch: usize) -> Vec<(String, String)> {
    let begin = program.ops[..branch]
        .iter()
        .rposition(|op| matches!(op, Op::Statement { .. }))
        .unwrap_or(0);
    let constant = |register: Register| {
        let constant = program.constants.iter().find(|(to, _)| *to == register);
        constant.map(|&(_, bits)| bits)
    };
    let mut values = Vec::new();
    for (op, position) in program.ops[begin..branch].iter().zip(begin as u32..) {
        let Op::Load { reach, .. } = *op else {
            continue;
        };
        let (Some(address), Some(site)) = (constant(reach.address), program.site_at(position)) else {
            continue;
        };
        let memory = memories.get(reach.memory as usize);
        let word = memory.and_then(|memory| {
            let word = (address.wrapping_add(reach.offset) / 4) as usize;
            memory.words.get(word).copied()
        });
        let scalar = program
            .bindings
            .get(reach.memory as usize)
            .and_then(|binding| binding.scalar());
        if let (Some(word), Stored::Word) = (word, reach.stored) {
            let value = match scalar {
                Some(ScalarType::F32) => f32::from_bits(word).to_string(),
                Some(ScalarType::I32) => (word as i32).to_string(),
                _ => word.to_string(),
            };
            values.push((site.text.clone(), value));
        }
    }
    values
}
