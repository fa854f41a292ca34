// buffer 0: zeros 4
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) tid: u32) {
  for (var k = 0u; k < tid % 4u; k++) {
    data[tid] += 100;
  }
  data[tid] += 1;
}
