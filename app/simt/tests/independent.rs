//! Independent thread scheduling: the parts of a warp run apart after a branch, and meet at barriers and subgroup
//! operations. Kernels that follow WGSL's rules have the same result; those that rely on lockstep have another.

use simt::{
    Buffer, Contents, Cursor, Dispatch, Grain, Machine, Outcome, Pattern, Run, RunOptions, Scheduling, compile, run,
};

fn execute(source: &str, scheduling: Scheduling, seed: u64) -> Run {
    let program = compile(source, None).expect("it compiles");
    let dispatch = Dispatch {
        workgroups: [1, 1, 1],
        overrides: Default::default(),
        buffers: vec![Buffer {
            group: 0,
            binding: 0,
            contents: Contents::Pattern {
                pattern: Pattern::Index,
                words: 64,
            },
        }],
    };
    let options = RunOptions {
        machine: Machine::default(),
        step_budget: 100_000,
        scheduling,
        seed,
        ..RunOptions::default()
    };
    run(&program, &dispatch, &options).expect("it starts")
}

fn kernel(memory: &str, body: &str) -> String {
    format!(
        "enable subgroups;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
{memory}
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {{
{body}
}}"
    )
}

/// The lower half of each warp stores, and the upper half reads at once: right in lockstep only.
const EXCHANGE: &str = "
  var waited = 0u;
  if (tid % 32u < 16u) {
    while (waited < 5u) { waited += 1u; }
    tile[tid] = tid + 100u;
  }
  MEET
  data[tid] = tile[tid / 32u * 32u + tid % 16u];";

fn exchange(meet: &str) -> String {
    kernel("var<workgroup> tile: array<u32, 64>;", &EXCHANGE.replace("MEET", meet))
}

fn exchanged() -> Vec<u32> {
    (0..64).map(|tid| tid / 32 * 32 + tid % 16 + 100).collect()
}

#[test]
fn a_kernel_that_relies_on_lockstep_breaks_and_a_barrier_mends_it() {
    for (meet, scheduling, is_right) in [
        ("", Scheduling::Lockstep, true),
        ("", Scheduling::Independent, false),
        ("subgroupBarrier();", Scheduling::Lockstep, true),
        ("subgroupBarrier();", Scheduling::Independent, true),
        ("workgroupBarrier();", Scheduling::Independent, true),
    ] {
        for seed in 0..4 {
            let run = execute(&exchange(meet), scheduling, seed);
            assert_eq!(run.outcome, Outcome::Completed);
            assert_eq!(
                run.buffers[0] == exchanged(),
                is_right,
                "{meet:?} {scheduling:?} {seed}"
            );
        }
    }
}

/// Sums 32 words of each warp in shared memory; `MEET` stands between the accesses of a stage.
const TREE: &str = "
  tile[tid] = data[tid];
  MEET
  for (var half = 16u; half > 0u; half /= 2u) {
    let other = tile[tid / 32u * 32u + (tid + half) % 32u];
    MEET
    tile[tid] += other;
    MEET
  }
  data[tid] = tile[tid];";

/// The last stage before a barrier of warps reads what the next warp has stored.
const NEXT_WARP: &str = "
  tile[tid] = tid;
  MEET
  data[tid] = tile[(tid + 32u) % 64u];";

/// Stores and loads of one lane of a warp each, with a meeting of the others' turn only.
const TOO_LATE: &str = "
  tile[tid] = tid;
  let early = tile[tid ^ 1u];
  MEET
  data[tid] = early;";

/// A barrier of warps orders the accesses of each warp, and none between warps.
#[test]
fn a_barrier_of_warps_orders_a_warp() {
    let memory = "var<workgroup> tile: array<u32, 64>;";
    for (body, meet, races) in [
        (EXCHANGE, "", true),
        (EXCHANGE, "subgroupBarrier();", false),
        (EXCHANGE, "workgroupBarrier();", false),
        (TREE, "", true),
        (TREE, "subgroupBarrier();", false),
        (TREE, "workgroupBarrier();", false),
        (NEXT_WARP, "", true),
        (NEXT_WARP, "subgroupBarrier();", true),
        (NEXT_WARP, "workgroupBarrier();", false),
        (TOO_LATE, "subgroupBarrier();", true),
        (TOO_LATE, "workgroupBarrier();", true),
    ] {
        let source = kernel(memory, &body.replace("MEET", meet));
        for scheduling in [Scheduling::Lockstep, Scheduling::Independent] {
            for seed in 0..3 {
                let run = execute(&source, scheduling, seed);
                assert_eq!(run.outcome, Outcome::Completed);
                let has_findings = !run.findings.is_empty();
                assert_eq!(has_findings, races, "{body} {meet} {scheduling:?} {:?}", run.findings);
            }
        }
    }
}

/// One lane of a warp takes a lock, for which the others wait in a loop. In lockstep it waits for them at the loop's end,
/// and the run never ends.
#[test]
fn lanes_of_a_warp_can_wait_for_each_other() {
    let source = kernel(
        "var<workgroup> lock: atomic<u32>;\nvar<workgroup> sum: u32;",
        "
  while (atomicExchange(&lock, 1u) != 0u) {}
  sum += tid;
  atomicStore(&lock, 0u);
  workgroupBarrier();
  data[tid] = sum;",
    );
    for seed in 0..3 {
        let run = execute(&source, Scheduling::Independent, seed);
        assert_eq!(run.outcome, Outcome::Completed, "{seed}");
        assert_eq!(run.buffers[0][0], (0..64).sum::<u32>(), "{seed}");
    }
    let lockstep = execute(&source, Scheduling::Lockstep, 0);
    assert_ne!(lockstep.outcome, Outcome::Completed);
}

/// A subgroup operation waits for the lanes that are still on their way.
#[test]
fn parts_meet_at_operations_of_the_subgroup() {
    let source = kernel(
        "",
        "
  var x = tid;
  if (tid % 2u == 0u) { x = 1u; } else { x = 2u; x += 1u; }
  data[tid] = subgroupAdd(x);",
    );
    for seed in 0..4 {
        let run = execute(&source, Scheduling::Independent, seed);
        assert_eq!(run.buffers[0], [16 + 3 * 16; 64], "{seed}");
    }
}

/// After a barrier of the workgroup the lanes of a warp are together again.
#[test]
fn parts_meet_at_a_barrier() {
    let source = kernel(
        "",
        "
  if (tid % 32u < 16u) { data[tid] = 1u; } else { data[tid] = 2u; }
  workgroupBarrier();
  data[tid] += 1u;",
    );
    let run = execute(&source, Scheduling::Independent, 0);
    let last = run.metrics.statements.last().expect("statements");
    assert_eq!((last.executions, last.active_lanes), (2, 64));
    assert_eq!(run.metrics.barrier_waits, 4, "each half of a warp comes by itself");
    let lockstep = execute(&source, Scheduling::Lockstep, 0);
    assert_eq!(run.buffers, lockstep.buffers);
    // The halves take turns: the first store of the second half comes before the barrier of the first.
    let trace = run.trace.expect("a trace");
    let masks: Vec<u32> = (0..trace.len())
        .filter_map(|step| trace.step(step))
        .filter(|step| step.warp == 0)
        .map(|step| step.mask.count())
        .collect();
    assert_eq!(masks, [32, 16, 16, 16, 16, 32]);
    let mut cursor = Cursor::new(trace);
    let end = cursor.trace().len();
    cursor.seek(end);
    cursor.seek(0);
    assert!(cursor.stops(Grain::Statement).count() > 3);
}
