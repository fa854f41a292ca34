// buffer 0: ramp 4
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

fn pick(x: i32) -> i32 {
  for (var k = 0; k < 4; k++) {
    if (k == x) {
      return 100 + k;
    }
  }
  return -1;
}

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) tid: u32) {
  let before = data[tid];
  data[tid] = pick(before) + pick(1);
}
