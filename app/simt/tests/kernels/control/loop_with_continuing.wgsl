// buffer 0: zeros 4
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) tid: u32) {
  var k = 0u;
  loop {
    if (tid == 1u) {
      k += 10u;
      continue;
    }
    data[tid] += 1;
    continuing {
      k += 1u;
      break if k >= tid + 1u;
    }
  }
}
