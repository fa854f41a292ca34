// buffer 0: ramp 4
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) tid: u32) {
  if (tid == 1u) {
    return;
  }
  for (var k = 0; k < 2; k++) {
    if (tid == 2u && k == 1) {
      return;
    }
    data[tid] += 10;
  }
}
