// A private stack, one push too deep.
// buffer 0: zeros 8
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) tid: u32) {
  var stack: array<u32, 4>;
  for (var k = 0u; k < 4u; k++) {
    stack[k] = k * tid;
  }
  data[tid] = stack[3];
}
