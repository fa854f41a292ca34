// The default is first and declares a variable; a case after it has a separate block.
// buffer 0: zeros 4
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) tid: u32) {
  var sum = 1u;
  switch (tid % 3u) {
    default: {
      var left = 3u;
      while (left > 0u) {
        left--;
        sum += 10u;
      }
    }
    case 1u, 21u: {
      switch (tid) {
        default: {
          sum += 5u;
        }
      }
    }
  }
  data[tid] = sum;
}
