// Every scan shifts past the edge, but none reads from an inactive lane.
// buffer 0: ramp 64
// Expect: inactive_lane_read line 9; not_uniform line 9
enable subgroups; @group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32, @builtin(subgroup_invocation_id) lane: u32) {
  var sum = data[tid];
  if (lane != 1u) { sum += subgroupShuffleUp(sum, 1u); }
  data[tid] = sum;
}
