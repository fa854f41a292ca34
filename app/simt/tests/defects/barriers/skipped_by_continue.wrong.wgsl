// Some lanes skip the barrier once: they wait in the next iteration for those of this one.
// buffer 0: ramp 64
// Expect: divergent_barrier line 11; not_uniform line 11
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  for (var k = 0u; k < 3u; k++) {
    if (k == 0u && tid < 32u) { continue; }
    data[tid] += 1;
    storageBarrier();
  }
}
