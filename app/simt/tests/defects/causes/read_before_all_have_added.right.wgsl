// All have added before one reads.
// buffer 0: zeros 65
@group(0) @binding(0) var<storage, read_write> result: array<u32>;
var<workgroup> sum: atomic<u32>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
  if (i == 0u) { atomicStore(&sum, 0u); }
  workgroupBarrier();
  atomicAdd(&sum, i);
  workgroupBarrier();
  let seen = atomicLoad(&sum);
  result[i] = seen;
}
