// Lanes past the end leave, then the others wait for them.
// buffer 0: ramp 50
// Expect: divergent_barrier line 13; not_uniform line 13
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
var<workgroup> tile: array<i32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  if (tid >= arrayLength(&data)) {
    return;
  }
  tile[tid] = data[tid];
  workgroupBarrier();
  data[tid] = tile[49u - tid];
}
