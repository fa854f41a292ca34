//! Barriers of the whole grid: CUDA's `grid.sync()`, which a translated text marks by the calls of a function.

use proptest::prelude::*;
use simt::{
    Buffer, Contents, Cursor, Dispatch, FindingKind, KernelError, Marks, Outcome, Program, ReportKind, ReportMark, Run,
    RunOptions, compile_marked, run,
};

const BLOCKS: u32 = 4;
const BLOCK: u32 = 64;
const THREADS: u32 = BLOCKS * BLOCK;

/// Compiles a kernel of blocks of 64 threads, in which `grid_sync()` is a barrier of the grid.
fn program(body: &str) -> Program {
    let text = format!(
        "@group(0) @binding(0) var<storage, read_write> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
var<workgroup> tile: array<u32, 64>;
fn grid_sync() {{}}
@compute @workgroup_size(64)
fn main(
  @builtin(local_invocation_index) t: u32,
  @builtin(global_invocation_id) global: vec3u,
  @builtin(workgroup_id) block: vec3u,
) {{
  let i = global.x;
{body}
}}"
    );
    let marks = Marks {
        reports: vec![ReportMark {
            function: "grid_sync".to_owned(),
            kind: ReportKind::GridBarrier,
        }],
        ..Marks::default()
    };
    compile_marked(&text, None, &marks).expect("it compiles")
}

fn dispatch(blocks: u32) -> Dispatch {
    let buffer = |binding| Buffer {
        group: 0,
        binding,
        contents: Contents::Bytes(vec![0; 4 * (blocks * BLOCK) as usize]),
    };
    Dispatch {
        workgroups: [blocks, 1, 1],
        overrides: Default::default(),
        buffers: vec![buffer(0), buffer(1)],
    }
}

fn execute(body: &str, options: &RunOptions) -> Run {
    run(&program(body), &dispatch(BLOCKS), options).expect("it starts")
}

/// Each thread reads what the thread at the other end of the grid has stored, 3 times.
const MIRROR: &str = "
  a[i] = i;
  grid_sync();
  for (var round = 0u; round < 3u; round++) {
    b[i] = a[255u - i];
    grid_sync();
    a[i] = b[i] + 1000u;
    grid_sync();
  }";

fn mirrored(i: u32) -> u32 {
    3000 + THREADS - 1 - i
}

#[test]
fn no_block_passes_before_all_have_come() {
    for seed in [0, 1, 7, 99] {
        for traced in [None, Some(0), Some(2), Some(3)] {
            let options = RunOptions {
                seed,
                traced,
                ..RunOptions::default()
            };
            let run = execute(MIRROR, &options);
            assert_eq!(run.outcome, Outcome::Completed);
            assert!(run.findings.is_empty(), "{seed}: {:?}", run.findings);
            let expected: Vec<u32> = (0..THREADS).map(mirrored).collect();
            assert_eq!(run.buffers[0], expected, "seed {seed}");
            assert_eq!(run.metrics.workgroups, u64::from(BLOCKS));
            assert!(run.blocks_alike);
            // Each warp of each block waits at all seven barriers.
            assert_eq!(run.metrics.barrier_waits, 7 * u64::from(THREADS / 32));
        }
    }
}

#[test]
fn the_trace_of_a_block_has_the_stores_of_the_others_in_both_directions() {
    let options = RunOptions {
        traced: Some(1),
        ..RunOptions::default()
    };
    let trace = execute(MIRROR, &options).trace.expect("it is traced");
    assert!((0..trace.len()).any(|step| !trace.others_changes(step).is_empty()));
    let mut cursor = Cursor::new(trace);
    let contents = |cursor: &Cursor| -> Vec<Vec<u32>> {
        (0..cursor.trace().memories.len())
            .map(|memory| cursor.memory(memory).to_vec())
            .collect()
    };
    let mut forward = vec![contents(&cursor)];
    for position in 1..=cursor.end() {
        cursor.seek(position);
        forward.push(contents(&cursor));
    }
    // Every word that a lane loads is what memory shows before the step.
    let trace = std::sync::Arc::clone(cursor.trace());
    let a = trace.memories.iter().position(|memory| memory.name == "a");
    let a = a.expect("the kernel uses it");
    let first = trace.memories[a].first_word;
    let last = forward.last().expect("it has steps");
    for i in BLOCK..2 * BLOCK {
        assert_eq!(last[a][(i - first) as usize], mirrored(i));
    }
    assert!(forward[0][a].iter().all(|&word| word == 0));
    for position in (0..cursor.end()).rev() {
        cursor.seek(position);
        assert_eq!(contents(&cursor), forward[position], "position {position}");
    }
}

#[test]
fn races_and_unwritten_words_are_found_around_the_barrier() {
    let named = |run: &Run| -> Vec<&'static str> { run.findings.iter().map(|finding| finding.kind.name()).collect() };
    for (what, body, expected) in [
        ("no barrier", "a[i] = i; b[i] = a[255u - i];", &["data_race"][..]),
        ("a barrier", "a[i] = i; grid_sync(); b[i] = a[255u - i];", &[]),
        (
            "the race comes after the barrier",
            "a[i] = i; grid_sync(); a[255u - i] = 7u; b[i] = a[i];",
            &["data_race"],
        ),
        (
            "the race comes before it",
            "a[i] = i; b[i] = a[255u - i]; grid_sync(); a[i] = 1u;",
            &["data_race"],
        ),
        (
            "workgroup memory keeps its words",
            "tile[t] = i; grid_sync(); b[i] = tile[63u - t];",
            &[],
        ),
        (
            "a word that no thread has written",
            "if (t < 32u) { tile[t] = i; } grid_sync(); b[i] = tile[t];",
            &["unwritten_read"],
        ),
        (
            "one word written before an inner barrier",
            "if (t == 5u) { tile[t] = i; } workgroupBarrier(); grid_sync(); b[i] = tile[5];",
            &[],
        ),
    ] {
        let run = execute(body, &RunOptions::default());
        assert_eq!(named(&run), expected, "{what}: {:?}", run.findings);
        assert_eq!(run.outcome, Outcome::Completed, "{what}");
    }
}

#[test]
fn workgroup_memory_is_that_of_the_block() {
    let run = execute(
        "tile[t] = 1000u * block.x + t; grid_sync(); a[i] = tile[63u - t];",
        &RunOptions::default(),
    );
    let expected: Vec<u32> = (0..THREADS).map(|i| 1000 * (i / BLOCK) + 63 - i % BLOCK).collect();
    assert_eq!(run.buffers[0], expected);
}

#[test]
fn a_block_that_finishes_without_the_barrier_ends_the_run() {
    for findings in [true, false] {
        let options = RunOptions {
            findings,
            ..RunOptions::default()
        };
        let run = execute("if (block.x == 2u) { return; }\n  grid_sync();\n  a[i] = 1u;", &options);
        let [finding] = &run.findings[..] else {
            panic!("one finding expected: {:?}", run.findings);
        };
        let kind = FindingKind::GridBarrier {
            waiting: 3,
            finished: 1,
        };
        assert_eq!(finding.kind, kind);
        assert!(finding.kind.may_hang());
        let Outcome::Faulted(fault) = &run.outcome else {
            panic!("{:?}", run.outcome);
        };
        assert_eq!(
            fault.to_string(),
            format!(
                "3 of 4 workgroups wait at the barrier of the grid in line {}, and the others have finished without it",
                finding.line
            )
        );
        assert!(run.buffers[0].iter().all(|&word| word == 0));
        // All four blocks count, as far as they came.
        assert_eq!(run.metrics.workgroups, 4);
        assert!(run.trace.is_some_and(|trace| !trace.is_empty()));
    }
}

#[test]
fn threads_that_returned_are_missing() {
    let run = execute(
        "if (t == 9u) { return; }\n  grid_sync();\n  a[i] = 1u;",
        &RunOptions::default(),
    );
    let missing = |kind: &FindingKind| matches!(kind, FindingKind::DivergentBarrier { missing: 1, .. });
    assert!(
        run.findings.iter().any(|finding| missing(&finding.kind)),
        "{:?}",
        run.findings
    );
}

#[test]
fn more_blocks_than_memory_holds_are_refused() {
    let mut many = dispatch(1);
    many.workgroups = [65_535, 64, 1];
    let refused = run(&program(MIRROR), &many, &RunOptions::default());
    assert!(matches!(refused, Err(KernelError::TooMuchMemory { .. })), "{refused:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A run that stops at its budget leaves a trace whose cursor moves, wherever it stops.
    #[test]
    fn a_run_can_stop_anywhere(budget in 1_u64..400, traced in 0..BLOCKS) {
        let options = RunOptions { step_budget: budget, traced: Some(traced), ..RunOptions::default() };
        let run = execute(MIRROR, &options);
        if let Some(trace) = run.trace {
            let mut cursor = Cursor::new(trace);
            let first: Vec<u32> = cursor.memory(0).to_vec();
            cursor.seek(cursor.end());
            cursor.seek(0);
            prop_assert_eq!(cursor.memory(0), &first[..]);
        }
        prop_assert!(run.metrics.workgroups <= u64::from(BLOCKS));
    }
}
