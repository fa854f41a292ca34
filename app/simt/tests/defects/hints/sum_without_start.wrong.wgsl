// A sum in workgroup memory that is never set to zero.
// buffer 0: ramp 64
// Expect: unwritten_read line 10
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
var<workgroup> sums: array<i32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  for (var k = 0u; k < 4u; k++) {
    sums[tid] += data[tid];
  }
  data[tid] = sums[tid];
}
