// The barrier is in a function that only some lanes call.
// buffer 0: ramp 64
// Expect: divergent_barrier line 7; not_uniform line 7
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

fn settle() {
  storageBarrier();
}

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  data[tid] = 1;
  if (tid > 20u) { settle(); }
  data[tid] = 2;
}
