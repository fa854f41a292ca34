// Each step of the tree needs the sums of the step before.
// buffer 0: ramp 64
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  for (var stride = 32u; stride > 0u; stride /= 2u) {
    if (tid < stride) {
      data[tid] += data[tid + stride];
    }
    storageBarrier();
  }
}
