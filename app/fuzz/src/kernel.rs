//! A random kernel under a random machine: together and apart, forward and back.
//!
//! Short strings of bytes are short kernels, which take a millisecond; one in sixteen strings is a kernel of any length.

use generator::{Source, generate};
use simt::{Cursor, Finding, Grain, Machine, Outcome, Run, RunOptions, Trace, compile, run};

/// Bytes of an input that decide how the kernel is run; the rest decides the kernel.
const HEADER: usize = 16;

/// Statements that a run may take; that of the same kernel with a trace, which may notice a little later, twice as many.
const STEP_BUDGET: u64 = 20_000;

/// Runs the kernel that the bytes stand for, and walks over its trace. Gives whether it came to its end.
///
/// # Panics
/// Where a run without and one with a trace differ, or a moment of the trace depends on the way to it.
pub fn kernel(bytes: &[u8]) -> bool {
    let (header, rest) = bytes.split_at(bytes.len().min(HEADER));
    let at = |index: usize| header.get(index).copied().unwrap_or(0);
    let mut source = match at(1) / 8 % 16 {
        15 => Source::from_bytes(rest),
        _ => Source::frugal(rest),
    };
    let kernel = generate(&mut source);
    let program = compile(&kernel.source, None)
        .unwrap_or_else(|error| panic!("{error} {:?}\n{}", error.location(), kernel.source));
    let widths = [4, 1, 8, 16, 32, 64];
    let options = RunOptions {
        machine: Machine::default().with_warp_width(widths[at(0) as usize % widths.len()]),
        traced: None,
        step_budget: STEP_BUDGET,
        trace_budget: 10_000,
        predication: at(1) % 2 == 1,
        findings: at(1) / 2 % 4 != 3,
        seed: 0,
        ..RunOptions::default()
    };
    let start = |options: &RunOptions| {
        run(&program, &kernel.dispatch, options)
            .unwrap_or_else(|error| panic!("{error}\n{}", kernel.source))
    };
    let together = start(&options);
    let workgroups = kernel.dispatch.workgroup_count() as u32;
    let apart = start(&RunOptions {
        traced: Some(u32::from(at(2)) % workgroups),
        step_budget: 2 * STEP_BUDGET,
        ..options.clone()
    });
    // A run that is cut off is cut off where its budget happens to end.
    if together.outcome == Outcome::Completed {
        assert_eq!(together.outcome, apart.outcome, "{}", kernel.source);
        assert_eq!(together.buffers, apart.buffers, "{}", kernel.source);
        assert_eq!(together.metrics, apart.metrics, "{}", kernel.source);
        assert_eq!(verdicts(&together), verdicts(&apart), "{}", kernel.source);
    }
    // A seed of 0 shuffles nothing.
    let seed = u64::from(at(3) / 2);
    if at(3) % 2 == 1 && seed != 0 {
        let shuffled = start(&RunOptions { seed, ..options });
        if together.outcome == Outcome::Completed && shuffled.outcome == Outcome::Completed {
            assert_eq!(together.buffers, shuffled.buffers, "{}", kernel.source);
        }
    }
    if let Some(trace) = &apart.trace {
        walk(trace, &header[header.len().min(4)..]);
    }
    together.outcome == Outcome::Completed
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

/// Goes where each byte says, and compares with going there directly: every other time, and in the end.
fn walk(trace: &Trace, moves: &[u8]) {
    let first = Cursor::new(trace);
    let mut cursor = first.clone();
    for (number, &step) in moves.iter().enumerate() {
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
        if step >= 128 || number + 1 == moves.len() {
            let mut direct = first.clone();
            direct.seek(trace, target);
            compare(trace, &cursor, &direct);
        }
    }
}

/// All there is to see of a moment is the same.
fn compare(trace: &Trace, one: &Cursor, other: &Cursor) {
    let at = one.position();
    assert_eq!(at, other.position());
    for memory in 0..trace.memories.len() {
        assert_eq!(one.memory(memory), other.memory(memory), "at {at}");
    }
    for warp in 0..trace.warps {
        let same = |see: &dyn Fn(&Cursor) -> Option<u32>| {
            assert_eq!(see(one), see(other), "warp {warp} at {at}");
        };
        assert_eq!(one.warp(trace, warp), other.warp(trace, warp), "at {at}");
        for number in 0..trace.loops.len() {
            same(&|cursor| Some(cursor.iteration(trace, warp, number)));
        }
        for (variable, of) in trace.variables.iter().enumerate() {
            for word in 0..of.words {
                for lane in 0..trace.warp_width {
                    same(&|cursor| cursor.variable(trace, warp, variable, word, lane));
                }
            }
        }
    }
}
