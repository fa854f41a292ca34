// buffer 0: ramp 4
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) tid: u32) {
  var stack: array<i32, 3>;
  for (var k = 0; k < 3; k++) {
    stack[k] = data[k] * 10;
  }
  data[tid] = stack[tid % 4u] + stack[1];
}
