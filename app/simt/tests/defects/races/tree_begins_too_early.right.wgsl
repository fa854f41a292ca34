// The tree starts before the tile is full: the barrier at its end is not enough.
// buffer 0: ramp 64
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
var<workgroup> tile: array<i32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  tile[tid] = data[tid];
  workgroupBarrier();
  for (var stride = 32u; stride > 0u; stride /= 2u) {
    if (tid < stride) {
      tile[tid] += tile[tid + stride];
    }
    workgroupBarrier();
  }
  data[tid] = tile[0];
}
