// A barrier separates the reset from the additions.
// buffer 0: zeros 1
@group(0) @binding(0) var<storage, read_write> result: array<u32>;
var<workgroup> count: atomic<u32>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
  if (i == 40u) { atomicStore(&count, 0u); }
  workgroupBarrier();
  atomicAdd(&count, 2u);
  workgroupBarrier();
  if (i == 0u) {
    result[0] = atomicLoad(&count);
  }
}
