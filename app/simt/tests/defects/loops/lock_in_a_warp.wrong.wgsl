// The lane with the lock waits after the loop for those that spin on it.
// budget: 40000
// buffer 0: zeros 1
// buffer 1: zeros 1
// Expect: lanes_wait_for_each_other line 11
@group(0) @binding(0) var<storage, read_write> lock: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> total: array<atomic<u32>>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  while (atomicExchange(&lock[0], 1u) == 1u) {
  }
  atomicAdd(&total[0], tid);
  atomicStore(&lock[0], 0u);
}
