// Each lane iterates as often as its number says, and waits each time.
// buffer 0: ramp 64
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  for (var k = 0u; k < 16u; k++) {
    data[tid] += 1;
    storageBarrier();
  }
}
