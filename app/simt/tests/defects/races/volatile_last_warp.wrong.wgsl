// The textbook's unrolled last warp: every lane adds at every step, also those whose sums are not needed.
// buffer 0: ramp 64
// Expect: data_race lines 12 12
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
var<workgroup> tile: array<i32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  tile[tid] = data[tid];
  workgroupBarrier();
  if (tid < 32u) {
    tile[tid] += tile[tid + 16u];
    tile[tid] += tile[tid + 8u];
  }
  workgroupBarrier();
  data[tid] = tile[0];
}
