// One lane prepares a value for all.
// buffer 0: ramp 64
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
var<workgroup> first: i32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  let own = data[tid];
  if (tid == 0u) {
    first = own;
  }
  workgroupBarrier();
  data[tid] = own - first;
}
