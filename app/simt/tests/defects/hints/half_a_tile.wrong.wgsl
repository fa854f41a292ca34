// Only half of the tile was filled.
// buffer 0: ramp 64
// Expect: unwritten_read line 11
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
var<workgroup> tile: array<i32, 64>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) tid: u32) {
  tile[tid] = data[tid];
  workgroupBarrier();
  data[tid] = tile[63u - tid];
}
