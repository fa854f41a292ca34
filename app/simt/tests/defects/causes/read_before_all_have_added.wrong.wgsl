// One thread reads the sum while others still add.
// buffer 0: zeros 65
// Expect: order_dependent_atomic lines 8 9
@group(0) @binding(0) var<storage, read_write> result: array<u32>;
var<workgroup> sum: atomic<u32>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
  atomicAdd(&sum, i);
  let seen = atomicLoad(&sum);
  result[i] = seen;
}
