// Some lanes wait at the first barrier, the others at the second.
// buffer 0: ramp 64
// Expect: divergent_barrier line 9; not_uniform line 9
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  if (tid % 8u < 4u) {
    storageBarrier();
  }
  data[tid] += 1;
  storageBarrier();
  data[tid] += 1;
}
