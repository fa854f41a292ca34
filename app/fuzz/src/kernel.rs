//! Runs a random kernel on a random machine, without and with a trace, and moves through the trace in both directions.
//!
//! Short strings of bytes are short kernels, which take a millisecond. One string in sixteen is a kernel of any
//! length.

use generator::{Source, generate};
use simt::{Cursor, Finding, Grain, Machine, Outcome, Run, RunOptions, Scheduling, Trace, compile, run};

/// Bytes of an input that decide how the kernel is run. The other bytes decide the kernel.
const HEADER: usize = 16;

/// Step limit of the untraced run. The traced run has twice this limit, because it may notice the end of its budget a
/// little later.
const STEP_BUDGET: u64 = 20_000;

/// Runs the kernel that the bytes encode, and moves through its trace. Returns true if the kernel completed.
///
/// # Panics
/// If the runs with and without a trace differ, or if a position of the trace depends on the way to it.
pub fn kernel(bytes: &[u8]) -> bool {
    let (header, rest) = bytes.split_at(bytes.len().min(HEADER));
    let byte = |index: usize| header.get(index).copied().unwrap_or(0);
    let mut source = match byte(1) / 8 % 16 {
        15 => Source::from_bytes(rest),
        _ => Source::frugal(rest),
    };
    let kernel = generate(&mut source);
    let program = compile(&kernel.source, None)
        .unwrap_or_else(|error| panic!("{error} {:?}\n{}", error.location(), kernel.source));
    let widths = [4, 1, 8, 16, 32, 64];
    let options = RunOptions {
        machine: Machine::default().with_warp_width(widths[byte(0) as usize % widths.len()]),
        traced: None,
        step_budget: STEP_BUDGET,
        trace_budget: 10_000,
        predication: byte(1) % 2 == 1,
        findings: byte(1) / 2 % 4 != 3,
        seed: 0,
        ..RunOptions::default()
    };
    let start = |options: &RunOptions| {
        run(&program, &kernel.dispatch, options).unwrap_or_else(|error| panic!("{error}\n{}", kernel.source))
    };
    let together = start(&options);
    let workgroups = kernel.dispatch.workgroup_count() as u32;
    let apart = start(&RunOptions {
        traced: Some(u32::from(byte(2)) % workgroups),
        step_budget: 2 * STEP_BUDGET,
        ..options.clone()
    });
    // A run over its budget may stop anywhere, so only completed runs are compared.
    if together.outcome == Outcome::Completed {
        assert_eq!(together.outcome, apart.outcome, "{}", kernel.source);
        assert_eq!(together.buffers, apart.buffers, "{}", kernel.source);
        assert_eq!(together.metrics, apart.metrics, "{}", kernel.source);
        assert_eq!(verdicts(&together), verdicts(&apart), "{}", kernel.source);
    }
    // A seed of 0 means no shuffling.
    let seed = u64::from(byte(3) / 2);
    if byte(3) % 2 == 1 && seed != 0 {
        let shuffled = start(&RunOptions {
            seed,
            ..options.clone()
        });
        if together.outcome == Outcome::Completed && shuffled.outcome == Outcome::Completed {
            assert_eq!(together.buffers, shuffled.buffers, "{}", kernel.source);
        }
    }
    // Parts of a warp that run apart come to the same result.
    if byte(1) >= 128 {
        let parted = start(&RunOptions {
            scheduling: Scheduling::Independent,
            traced: Some(u32::from(byte(2)) % workgroups),
            step_budget: 4 * STEP_BUDGET,
            seed,
            ..options
        });
        if together.outcome == Outcome::Completed && parted.outcome == Outcome::Completed {
            assert_eq!(together.buffers, parted.buffers, "{}", kernel.source);
        }
        if let Some(trace) = parted.trace {
            walk(trace, &header[header.len().min(4)..]);
        }
    }
    if let Some(trace) = apart.trace {
        walk(trace, &header[header.len().min(4)..]);
    }
    together.outcome == Outcome::Completed
}

/// Returns kind, lines and count of each finding, without the lane that is named as an example: it is the first to
/// reach the place, which may differ.
fn verdicts(run: &Run) -> Vec<(&'static str, u32, u32, Option<u32>, u64)> {
    let findings = run.findings.iter().map(|finding| {
        let Finding {
            line, column, count, ..
        } = *finding;
        (finding.kind.name(), line, column, finding.other_line(), count)
    });
    findings.collect()
}

/// Moves the cursor as each byte says. For some moves and for the last, compares the result with a direct move to the
/// same position.
fn walk(trace: Trace, moves: &[u8]) {
    let first = Cursor::new(trace);
    let mut cursor = first.clone();
    for (number, &step) in moves.iter().enumerate() {
        let grain = [Grain::Warp, Grain::Statement, Grain::Iteration, Grain::Barrier][step as usize % 4];
        let target = match step / 4 % 4 {
            0 => cursor.next(grain),
            1 => cursor.previous(grain),
            2 => cursor.end() * step as usize / 255,
            _ => cursor.position() + usize::from(step),
        };
        cursor.seek(target);
        if step >= 128 || number + 1 == moves.len() {
            let mut direct = first.clone();
            direct.seek(target);
            compare(&cursor, &direct);
        }
    }
}

/// Checks that two cursors show the same state.
fn compare(one: &Cursor, other: &Cursor) {
    let (trace, step) = (one.trace(), one.position());
    assert_eq!(step, other.position());
    for memory in 0..trace.memories.len() {
        assert_eq!(one.memory(memory), other.memory(memory), "at {step}");
    }
    for warp in 0..trace.warps {
        let same = |see: &dyn Fn(&Cursor) -> Option<u32>| {
            assert_eq!(see(one), see(other), "warp {warp} at {step}");
        };
        assert_eq!(one.warp(warp), other.warp(warp), "at {step}");
        for number in 0..trace.loops.len() {
            same(&|cursor| Some(cursor.iteration(warp, number)));
        }
        for (variable, declared) in trace.variables.iter().enumerate() {
            for word in 0..declared.words {
                for lane in 0..trace.warp_width {
                    same(&|cursor| cursor.variable(warp, variable, word, lane));
                }
            }
        }
    }
}
