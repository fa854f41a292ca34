// Expect: endless_loop line 9
// buffer 0: zeros 8
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
  let n = i;
  var k = 4u;
  while (k > n) {
    _ = k - n;
  }
  data[i] = k;
}
