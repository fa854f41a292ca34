// The odd lanes are not active when the even ones read their value.
// buffer 0: ramp 64
enable subgroups; @group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32, @builtin(subgroup_invocation_id) lane: u32) {
  let own = data[tid];
  let other = subgroupShuffleXor(own, 1u);
  if (lane % 2u == 0u) { data[tid] = other; }
}
