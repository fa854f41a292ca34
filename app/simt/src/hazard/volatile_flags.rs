//! The memories of CUDA by which a kernel signals: a loop polls a volatile flag.

use super::race_fixes::is_in_loop;
use crate::program::{Op, Program, Site, Touch};
use wgsl::ReportKind;

/// Returns the memories of volatile flags in a kernel with fences. A volatile access is a relaxed one to PTX ("PTX ISA",
/// "Memory Consistency Model"), so that fences order what it signals. A loop polls a flag, and no statement changes what it
/// reads.
pub(super) fn volatile_flags(program: &Program) -> Vec<u32> {
    let is_fence = |report: &ReportKind| matches!(report, ReportKind::Fence(_));
    if !program.reports.iter().any(is_fence) {
        return Vec::new();
    }
    // The sites of plain accesses, each with its number and its statement.
    let mut accesses: Vec<(&Site, u32, u32)> = Vec::new();
    let mut statement = 0;
    for (op, address) in program.ops.iter().zip(0..) {
        if let Op::Statement { statement: next } = op {
            statement = *next;
        }
        let Some(number) = program.site_number(address) else {
            continue;
        };
        let plain = program.sites.get(number as usize);
        let plain = plain.filter(|site| matches!(site.touch, Touch::Load | Touch::Store));
        accesses.extend(plain.map(|site| (site, number, statement)));
    }
    let is_flag = |&memory: &u32| {
        let in_memory = accesses.iter().filter(|(site, ..)| site.memory == memory);
        let (loads, stores): (Vec<_>, Vec<_>) = in_memory.partition(|(site, ..)| site.touch == Touch::Load);
        let is_polled = loads.iter().any(|(_, number, _)| is_in_loop(program, *number));
        let stores_in = |wanted: u32| stores.iter().any(|(.., statement)| *statement == wanted);
        loads.iter().chain(&stores).all(|(site, ..)| site.volatile)
            && is_polled
            && !stores.is_empty()
            && !loads.iter().any(|(.., statement)| stores_in(*statement))
    };
    (0..program.bindings.len() as u32).filter(is_flag).collect()
}
