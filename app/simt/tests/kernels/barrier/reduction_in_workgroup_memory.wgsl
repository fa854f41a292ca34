// override SIZE: 8
// buffer 0: ramp 8
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
override SIZE: u32 = 4u;
var<workgroup> tile: array<i32, SIZE>;

@compute @workgroup_size(SIZE)
fn main(@builtin(local_invocation_index) tid: u32) {
  tile[tid] = data[tid];
  workgroupBarrier();
  for (var stride = SIZE / 2u; stride > 0u; stride /= 2u) {
    if (tid < stride) {
      tile[tid] += tile[tid + stride];
    }
    workgroupBarrier();
  }
  if (tid == 0u) {
    data[0] = tile[0];
  }
}
