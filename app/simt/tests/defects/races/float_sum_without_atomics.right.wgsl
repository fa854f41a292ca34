// No atomic function adds floats.
// buffer 0: ramp 64
// buffer 1: zeros 1
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> total: f32;
var<workgroup> part: array<f32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  part[tid] = f32(data[tid]);
  workgroupBarrier();
  for (var stride = 32u; stride > 0u; stride /= 2u) {
    if (tid < stride) {
      part[tid] += part[tid + stride];
    }
    workgroupBarrier();
  }
  if (tid == 0u) {
    total += part[0];
  }
}
