// There is a barrier, but it is before the write.
// buffer 0: ramp 64
// Expect: data_race lines 10 11
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
var<workgroup> tile: array<i32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  workgroupBarrier();
  tile[tid] = data[tid];
  data[tid] = tile[tid ^ 1u];
}
