// The number of a lane that this warp does not have.
// widths: 4 8
// buffer 0: ramp 64
enable subgroups; @group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32, @builtin(subgroup_size) width: u32) {
  data[tid] = subgroupShuffle(data[tid], width - 1u);
}
