// Lane 0 waits for lane 1, which waits after the loop or has not arrived.
// budget: 40000
// buffer 0: zeros 64
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> ready: atomic<u32>;
var<workgroup> value: u32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  if (tid == 1u) { value = 1u; }
  workgroupBarrier();
  data[tid] = value;
}
