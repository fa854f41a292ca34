// Each lane iterates as often as its number says, and waits each time.
// buffer 0: ramp 64
// Expect: divergent_barrier line 10; not_uniform line 10
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  for (var k = 0u; k < tid / 4u + 1u; k++) {
    data[tid] += 1;
    storageBarrier();
  }
}
