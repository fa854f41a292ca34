// Only threads with an element take part.
// buffer 0: zeros 2
@group(0) @binding(0) var<storage, read_write> sums: array<atomic<u32>>;
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32) {
  if (i / 8u < arrayLength(&sums)) {
    atomicAdd(&sums[i / 8u], 1u);
  }
}
