// The inner loop counts the outer loop's variable.
// budget: 20000
// buffer 0: zeros 64
// Expect: unfinished_loop line 11
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  var sum = 0u;
  for (var i = 0u; i < 4u; i++) {
    for (var k = 0u; k < 4u; sum++) {
      sum += k;
    }
  }
  data[tid] = sum;
}
