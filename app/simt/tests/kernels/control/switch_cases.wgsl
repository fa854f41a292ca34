// buffer 0: ramp 4
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) tid: u32) {
  switch (tid) {
    case 0u: {
      data[tid] = 5;
    }
    default: {
      data[tid] = 9;
    }
    case 2u, 3u: {
      if (tid == 3u) {
        break;
      }
      data[tid] = 7;
    }
  }
  data[tid] *= 2;
}
