// A lane reads what another wrote two barriers before, but both barriers order the other memory.
// buffer 0: ramp 64
// buffer 1: zeros 64
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
@group(0) @binding(1) var<storage, read_write> result: array<i32>;
var<workgroup> tile: array<i32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  data[tid] = i32(tid) + 1;
  tile[tid] = i32(tid);
  workgroupBarrier();
  let other = tile[63u - tid];
  workgroupBarrier();
  storageBarrier();
  result[tid] = other + data[(tid + 5u) % 64u];
}
