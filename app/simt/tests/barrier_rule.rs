//! The rule of barriers: WGSL wants all lanes there, CUDA those that have not finished the kernel.

use simt::{BarrierRule, Buffer, Contents, Dispatch, FindingKind, Outcome, Run, RunOptions, compile, run};

fn execute(body: &str, barrier_rule: BarrierRule) -> Run {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> tile: array<u32, 64>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {{
{body}
}}"
    );
    let program = compile(&source, None).expect("it compiles");
    let dispatch = Dispatch {
        workgroups: [1, 1, 1],
        overrides: Default::default(),
        buffers: vec![Buffer {
            group: 0,
            binding: 0,
            contents: Contents::Bytes(vec![0; 256]),
        }],
    };
    let options = RunOptions {
        barrier_rule,
        ..RunOptions::default()
    };
    run(&program, &dispatch, &options).expect("it starts")
}

/// The guard of most CUDA kernels: threads without an element leave before the barrier.
const GUARD: &str = "
  if (tid >= 50u) { return; }
  tile[tid] = tid;
  workgroupBarrier();
  data[tid] = tile[49u - tid];";

/// Half of the threads come to a barrier of their own first.
const APART: &str = "
  if (tid < 32u) {
    tile[tid] = tid;
    workgroupBarrier();
  }
  tile[63u - tid] = tid;
  workgroupBarrier();
  data[tid] = tile[tid];";

/// The second warp goes past the barrier to the end of the kernel.
const PASSED: &str = "
  if (tid < 32u) {
    tile[tid] = tid;
    workgroupBarrier();
    data[tid] = tile[31u - tid];
  }";

#[test]
fn finished_lanes_are_missing_in_wgsl_only() {
    for (body, rule, reported) in [
        (GUARD, BarrierRule::AllLanes, true),
        (GUARD, BarrierRule::RemainingLanes, false),
        (APART, BarrierRule::AllLanes, true),
        (APART, BarrierRule::RemainingLanes, true),
        (PASSED, BarrierRule::AllLanes, true),
        (PASSED, BarrierRule::RemainingLanes, true),
    ] {
        let run = execute(body, rule);
        let missing = |kind: &FindingKind| matches!(kind, FindingKind::DivergentBarrier { .. });
        let is_reported = run.findings.iter().any(|finding| missing(&finding.kind));
        assert_eq!(is_reported, reported, "{body} {rule:?}: {:?}", run.findings);
    }
    let guarded = execute(GUARD, BarrierRule::RemainingLanes);
    assert_eq!(guarded.outcome, Outcome::Completed);
    assert!(guarded.findings.is_empty(), "{:?}", guarded.findings);
    let words: Vec<u32> = (0..64).map(|tid| if tid < 50 { 49 - tid } else { 0 }).collect();
    assert_eq!(guarded.buffers[0], words);
}
