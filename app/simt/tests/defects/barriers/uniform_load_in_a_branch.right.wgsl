// workgroupUniformLoad waits for all lanes of the workgroup.
// buffer 0: ramp 64
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
var<workgroup> first: i32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  if (tid == 0u) { first = 5; }
  let seen = workgroupUniformLoad(&first);
  if (tid < 8u) { data[tid] = seen; }
}
