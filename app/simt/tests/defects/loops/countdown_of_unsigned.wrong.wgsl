// An unsigned number is never below zero.
// budget: 20000
// buffer 0: zeros 64
// Expect: unfinished_loop line 10
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  var sum = 0u;
  for (var k = tid; k >= 0u; k--) {
    sum += k;
  }
  data[tid] = sum;
}
