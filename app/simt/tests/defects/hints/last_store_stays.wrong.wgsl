// Lanes store different values in one word; the last one stays.
// buffer 0: zeros 1
// Expect: order_dependent_atomic lines 8 8
@group(0) @binding(0) var<storage, read_write> winner: array<atomic<u32>>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  atomicStore(&winner[0], tid);
}
