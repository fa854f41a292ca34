// Additions commute, and so do maxima, but not one with the other.
// buffer 0: zeros 2
// Expect: order_dependent_atomic lines 8 9
@group(0) @binding(0) var<storage, read_write> data: array<atomic<u32>>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  atomicAdd(&data[0], tid);
  atomicMax(&data[0], 100u);
}
