// The number that a lane gets depends on the order of lanes.
// buffer 0: zeros 1
// buffer 1: zeros 64
// Expect: order_dependent_atomic lines 10 10
@group(0) @binding(0) var<storage, read_write> next: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> order: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  let ticket = atomicAdd(&next[0], 1u);
  order[tid] = ticket;
}
