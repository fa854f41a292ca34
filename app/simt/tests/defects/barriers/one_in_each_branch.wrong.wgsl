// Both sides of a branch have a barrier, but not the same one.
// buffer 0: ramp 64
// Expect: divergent_barrier line 10; not_uniform line 10; not_uniform line 13
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  if (tid < 16u) {
    data[tid] = 1;
    storageBarrier();
  } else {
    data[tid] = 2;
    storageBarrier();
  }
  data[tid] += data[tid];
}
