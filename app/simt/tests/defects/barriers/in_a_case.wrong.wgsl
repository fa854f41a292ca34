// Each case of a switch waits at a separate barrier; the default, first in the text, is tried last.
// buffer 0: ramp 64
// Expect: divergent_barrier line 15; not_uniform line 11; not_uniform line 15
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  switch (tid / 16u) {
    default: {
      data[tid] = 1;
      storageBarrier();
    }
    case 2u: {
      data[tid] = 2;
      storageBarrier();
    }
  }
}
