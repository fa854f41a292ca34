// buffer 0: ramp 8
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) tid: u32) {
  let x = 1;
  if (tid > 0u) {
    let x = 2;
    data[0] = x;
  }
  var y: i32;
  y += x;
  data[1] = y;
}
