// A step that is lost in the rounding of the sum.
// budget: 20000
// buffer 0: zeros 64
// Expect: unfinished_loop line 10
@group(0) @binding(0) var<storage, read_write> data: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  var x = 16777216.0;
  while (x < 16777300.0) {
    x += 1.0;
  }
  data[tid] = x;
}
