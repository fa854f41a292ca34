// The default stands first and declares a variable of its own; a case after it has a block of its own.
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
