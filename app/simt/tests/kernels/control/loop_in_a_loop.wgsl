// The inner loop is entered again, and its iterations are counted from the start.
// buffer 0: zeros 4
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) tid: u32) {
  for (var row = 0u; row < 2u; row++) {
    for (var column = 0u; column < 2u; column++) {
      data[tid] += row * 2u + column;
    }
  }
}
