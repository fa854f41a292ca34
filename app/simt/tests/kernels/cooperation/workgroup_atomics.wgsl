// buffer 0: ramp 8
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> total: atomic<i32>;

@compute @workgroup_size(6)
fn main(@builtin(local_invocation_index) tid: u32) {
  atomicAdd(&total, i32(tid));
  workgroupBarrier();
  let sum = atomicLoad(&total);
  data[tid] = u32(sum);
}
