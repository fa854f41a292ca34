// buffer 0: zeros 4
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) tid: u32) {
  var sum = 0;
  for (var k = 0; k < 5; k++) {
    if (k == 1) {
      continue;
    }
    if (k > i32(tid)) {
      break;
    }
    sum += 10 + k;
  }
  data[tid] = sum;
}
