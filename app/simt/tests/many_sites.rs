//! Kernels in which many statements access one word between two barriers, as an unrolled loop does: the race detector
//! compares an access with a bounded number of others, and its comparisons are a part of the steps.

use simt::{Buffer, Contents, Dispatch, Outcome, Run, RunOptions, compile, run};
use std::fmt::Write;

/// Runs a kernel with 64 words for each workgroup.
fn run_text(text: &str, workgroups: u32, step_budget: u64) -> Run {
    run_words(text, workgroups, 64 * u64::from(workgroups), step_budget)
}

fn run_words(text: &str, workgroups: u32, words: u64, step_budget: u64) -> Run {
    let buffer = Buffer {
        group: 0,
        binding: 0,
        contents: Contents::Zeros { words },
    };
    let dispatch = Dispatch {
        workgroups: [workgroups, 1, 1],
        overrides: Default::default(),
        buffers: vec![buffer],
    };
    let options = RunOptions {
        step_budget,
        traced: None,
        ..RunOptions::default()
    };
    let program = compile(text, None).expect("it compiles");
    run(&program, &dispatch, &options).expect("it starts")
}

/// Runs a kernel of 64 lanes with a number of statements, each of which adds to `target`.
fn unrolled(statements: u32, target: &str, step_budget: u64) -> Run {
    let mut text = String::from(
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> tile: array<u32, 64>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32, @builtin(workgroup_id) group: vec3u) {
  tile[tid] = data[tid];
",
    );
    for number in 0..statements {
        writeln!(text, "  {target} += {number}u;").expect("a string takes it");
    }
    text += "  data[64u * group.x + tid] = tile[tid];\n}";
    run_text(&text, 2, step_budget)
}

#[test]
fn comparisons_grow_with_the_statements_and_not_with_their_square() {
    for target in ["tile[tid]", "tile[0]"] {
        // Each statement takes four steps; the rest is for comparisons.
        let statements = 1000;
        let run = unrolled(statements, target, 500 * u64::from(statements));
        assert_eq!(run.outcome, Outcome::Completed, "{target}");
    }
}

/// Returns a kernel whose 64 lanes do `inside` in each iteration of a loop, and afterwards the lines `after`.
fn looped(iterations: u32, inside: &str, after: &str) -> String {
    format!(
        "enable subgroups;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> tile: array<u32, 64>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {{
  for (var i = 0u; i < {iterations}u; i++) {{ {inside} }}
{after}
}}"
    )
}

/// Each iteration has turns of its own. Those that no word has any more are released, so a race after them is found.
#[test]
fn a_race_after_many_turns_is_found() {
    // A lane's word, and 32 lanes' words in turns: a turn for each lane and warp in each iteration.
    let inside = "tile[tid] = i; subgroupBarrier(); let v = tile[tid ^ 1u]; workgroupBarrier(); data[tid] += v;";
    let text = looped(5000, inside, "  data[tid ^ 32u] = 1u;");
    let run = run_text(&text, 1, 40_000_000);
    assert_eq!(run.outcome, Outcome::Completed);
    let races = run.findings.iter().filter(|f| f.kind.name() == "data_race");
    let lines: Vec<_> = races.map(|race| (race.line, race.other_line())).collect();
    assert_eq!(lines, [(6, Some(7))]);
}

/// A million words, each with a turn of its own since the last barrier: the run says where the search for races ends.
#[test]
fn a_search_that_ends_early_says_so() {
    let iterations = 1100;
    let text = format!(
        "enable f16;
enable subgroups;
@group(0) @binding(0) var<storage, read_write> data: array<f16>;
@compute @workgroup_size(1024)
fn main(@builtin(local_invocation_index) tid: u32) {{
  data[tid] = f16(tid);
  for (var i = 0u; i < {iterations}u; i++) {{ data[tid + 1024u * i] += 1h; subgroupBarrier(); }}
  data[tid ^ 32u] = 1h;
}}"
    );
    let run = run_words(&text, 1, 512 * iterations, RunOptions::default().step_budget);
    assert_eq!(run.outcome, Outcome::Completed);
    let kinds_and_lines: Vec<_> = run.findings.iter().map(|f| (f.kind.name(), f.line)).collect();
    assert_eq!(kinds_and_lines, [("unchecked_accesses", 7)]);
    let last = run.buffers[0].last().copied();
    assert_eq!(last, Some(0x3c00_3c00), "the run itself goes on");
}

/// Warps that race with each other in many statements, with a barrier of each warp between them.
#[test]
fn turns_of_many_statements_are_compared_with_few() {
    let statements = 1000;
    let stores = "  tile[0] = tid; subgroupBarrier();\n".repeat(statements as usize);
    let run = run_text(&looped(1, "", &stores), 1, 2000 * statements);
    assert_eq!(run.outcome, Outcome::Completed);
    assert!(run.findings.iter().any(|f| f.kind.name() == "data_race"));
}

#[test]
fn comparisons_count_as_steps() {
    let run = unrolled(1000, "tile[tid]", 10_000);
    assert!(
        matches!(run.outcome, Outcome::BudgetExhausted { .. }),
        "{:?}",
        run.outcome
    );
}

#[test]
fn races_of_many_statements_are_still_reported() {
    let run = unrolled(200, "tile[0]", 1_000_000);
    let races = run.findings.iter().filter(|f| f.kind.name() == "data_race");
    let lines: Vec<u32> = races.map(|finding| finding.line).collect();
    assert!(lines.contains(&6), "{lines:?}");
    assert!(lines.len() <= 1024, "{}", lines.len());
}

/// Returns the lines of the races of a kernel whose first lane does `lines`, and whose other lanes then read the word.
fn races_of_first_lane(lines: &str) -> Vec<u32> {
    let text = format!(
        "enable subgroups;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> tile: array<u32, 4>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {{
  if (tid == 0u) {{ tile[0] = 1u; }}
  workgroupBarrier();
  var sum = 0u;
{lines}
  data[tid] = sum + tile[0];
}}"
    );
    let run = run_text(&text, 1, RunOptions::default().step_budget);
    let races = run.findings.iter().filter(|f| f.kind.name() == "data_race");
    races.flat_map(|race| race.other_line()).collect()
}

/// Reads of many sites, or of many turns of one site, do not hide the store behind them.
#[test]
fn a_store_after_many_loads_still_races() {
    let unrolled = "  if (tid == 0u) { sum += tile[0]; }\n".repeat(100) + "  if (tid == 0u) { tile[0] = sum; }";
    assert_eq!(races_of_first_lane(&unrolled), [110]);
    let turns = "  for (var i = 0u; i < 100u; i++) { sum += tile[0]; subgroupBarrier(); }
  if (tid == 0u) { tile[0] = sum; }";
    assert!(races_of_first_lane(turns).contains(&11));
}
