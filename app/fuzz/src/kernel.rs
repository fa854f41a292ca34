//! A random kernel under a random machine: together and apart, forward and back.

use generator::{Source, generate};
use simt::{Cursor, Finding, Grain, Machine, Outcome, Run, RunOptions, Trace, compile, run};

/// Bytes of an input that decide how the kernel is run; the rest decides the kernel.
const HEADER: usize = 16;

/// Statements that a run may take.
const STEP_BUDGET: u64 = 100_000;

/// Runs the kernel that the bytes stand for, and walks over its trace.
///
/// # Panics
/// Where a run without and one with a trace differ, or a moment of the trace depends on the way to it.
pub fn kernel(bytes: &[u8]) {
    let (header, rest) = bytes.split_at(bytes.len().min(HEADER));
    let at = |index: usize| header.get(index).copied().unwrap_or(0);
    let kernel = generate(&mut Source::from_bytes(rest));
    let program = compile(&kernel.source, None)
        .unwrap_or_else(|error| panic!("{error} {:?}\n{}", error.location(), kernel.source));
    let widths = [4, 1, 8, 16, 32, 64];
    let options = RunOptions {
        machine: Machine::default().with_warp_width(widths[at(0) as usize % widths.len()]),
        traced: None,
        step_budget: STEP_BUDGET,
        trace_budget: 20_000,
        predication: at(1) % 2 == 1,
        findings: at(1) / 2 % 4 != 3,
        seed: 0,
    };
    let start = |options: &RunOptions| {
        run(&program, &kernel.dispatch, options)
            .unwrap_or_else(|error| panic!("{error}\n{}", kernel.source))
    };
    let together = start(&options);
    let workgroups = kernel.dispatch.workgroup_count() as u32;
    let apart = start(&RunOptions {
        traced: Some(u32::from(at(2)) % workgroups),
        ..options.clone()
    });
    // A run that is cut off is cut off where its budget happens to end.
    if together.outcome == Outcome::Completed || apart.outcome == Outcome::Completed {
        assert_eq!(together.outcome, apart.outcome, "{}", kernel.source);
        assert_eq!(together.buffers, apart.buffers, "{}", kernel.source);
        assert_eq!(together.metrics, apart.metrics, "{}", kernel.source);
        assert_eq!(verdicts(&together), verdicts(&apart), "{}", kernel.source);
    }
    let shuffled = start(&RunOptions {
        seed: u64::from(at(3)),
        ..options
    });
    if together.outcome == Outcome::Completed && shuffled.outcome == Outcome::Completed {
        assert_eq!(together.buffers, shuffled.buffers, "{}", kernel.source);
    }
    if let Some(trace) = &apart.trace {
        walk(trace, &header[header.len().min(4)..]);
    }
}

/// What was found and where, without the lane that is named as an example: that is the first to come there.
fn verdicts(run: &Run) -> Vec<(&'static str, u32, u32, Option<u32>, u64)> {
    let findings = run.findings.iter().map(|finding| {
        let Finding {
            line,
            column,
            count,
            ..
        } = *finding;
        (
            finding.kind.name(),
            line,
            column,
            finding.other_line(),
            count,
        )
    });
    findings.collect()
}

/// Goes where each byte says, and compares with going there directly.
fn walk(trace: &Trace, moves: &[u8]) {
    let first = Cursor::new(trace);
    let mut cursor = first.clone();
    for &step in moves {
        let grain = [
            Grain::Warp,
            Grain::Statement,
            Grain::Iteration,
            Grain::Barrier,
        ][step as usize % 4];
        let target = match step / 4 % 4 {
            0 => cursor.next(grain),
            1 => cursor.previous(grain),
            2 => cursor.end() * step as usize / 255,
            _ => cursor.position() + usize::from(step),
        };
        cursor.seek(trace, target);
        let mut direct = first.clone();
        direct.seek(trace, target);
        assert_eq!(look(trace, &cursor), look(trace, &direct), "at {target}");
    }
}

/// All there is to see of a moment.
fn look(trace: &Trace, cursor: &Cursor) -> Vec<u32> {
    let mut seen = vec![cursor.position() as u32];
    for memory in 0..trace.memories.len() {
        seen.extend(cursor.memory(memory));
    }
    for warp in 0..trace.warps {
        let state = cursor.warp(trace, warp);
        for mask in [state.active, state.waiting, state.finished] {
            seen.push(mask.count());
        }
        for variable in 0..trace.variables.len() {
            for lane in 0..trace.warp_width {
                seen.extend(cursor.variable(trace, warp, variable, 0, lane));
            }
        }
        seen.extend((0..trace.loops.len()).map(|number| cursor.iteration(trace, warp, number)));
    }
    seen
}
