//! The order in which warps take turns. A seed changes the result of a kernel with races, and of no other kernel.
//! Findings can be switched off, except those about bounds and barriers.

use simt::{Buffer, Contents, Dispatch, Machine, Pattern, Run, RunOptions, compile, run};
use std::collections::BTreeSet;

/// Each lane stores its number in one word, and the last one wins.
const RACE: &str = "
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  var k = 0u;
  while (k < tid % 5u) { k += 1u; }
  data[0] = tid;
}";

const TREE: &str = "
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  tile[tid] = data[tid];
  workgroupBarrier();
  for (var stride = 32u; stride > 0u; stride /= 2u) {
    if (tid < stride) { tile[tid] += tile[tid + stride]; }
    workgroupBarrier();
  }
  data[tid] = tile[0];
}";

const PAST_THE_END: &str = "
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  data[64u - tid / 2u] = tid;
  if (tid < 8u) { storageBarrier(); }
}";

fn execute(source: &str, warp_width: u32, seed: u64, findings: bool) -> Run {
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
        machine: Machine::default().with_warp_width(warp_width),
        findings,
        seed,
        ..RunOptions::default()
    };
    run(&program, &dispatch, &options).expect("it starts")
}

#[test]
fn seeds_change_who_comes_last() {
    let last: BTreeSet<u32> = (0..20).map(|seed| execute(RACE, 8, seed, true).buffers[0][0]).collect();
    assert!(last.len() > 2, "{last:?}");
}

#[test]
fn the_same_seed_gives_the_same_run() {
    for seed in 0..5 {
        let [first, second] = [(); 2].map(|()| execute(RACE, 8, seed, true));
        assert_eq!(first, second);
    }
}

#[test]
fn a_kernel_without_races_does_the_same_in_every_order_and_width() {
    for width in [1, 4, 8, 32, 64] {
        for seed in 0..20 {
            let run = execute(TREE, width, seed, true);
            assert_eq!(run.buffers[0], [2016; 64], "width {width} seed {seed}");
            assert_eq!(run.findings, [], "width {width} seed {seed}");
        }
    }
}

#[test]
fn without_findings_bounds_and_barriers_are_still_checked() {
    let names = |source, findings| -> Vec<&str> {
        let run = execute(source, 8, 0, findings);
        run.findings.iter().map(|f| f.kind.name()).collect()
    };
    assert_eq!(names(RACE, false), [""; 0]);
    assert_eq!(names(RACE, true), ["data_race"]);
    assert_eq!(names(PAST_THE_END, false), ["out_of_bounds", "divergent_barrier"]);
}
