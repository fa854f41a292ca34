// A lane reads what its neighbour has just written to workgroup memory.
// buffer 0: ramp 64
// Expect: data_race lines 9 10
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
var<workgroup> tile: array<i32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  tile[tid] = data[tid];
  data[tid] = tile[(tid + 1u) % 64u];
}
