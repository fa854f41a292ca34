// workgroupUniformLoad waits for all lanes of the workgroup.
// buffer 0: ramp 64
// Expect: divergent_barrier line 11; not_uniform line 11
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
var<workgroup> first: i32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  if (tid == 0u) { first = 5; }
  if (tid < 8u) {
    let seen = workgroupUniformLoad(&first);
    data[tid] = seen;
  }
}
