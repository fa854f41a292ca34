// Only half of the lanes reach the barrier.
// buffer 0: ramp 64
// Expect: divergent_barrier line 11; not_uniform line 11
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
var<workgroup> tile: array<i32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  if (tid < 32u) {
    tile[tid] = data[tid];
    workgroupBarrier();
    data[tid] = tile[31u - tid];
  }
}
