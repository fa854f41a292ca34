// A counter for all lanes that is never set to zero.
// buffer 0: ramp 64
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> count: atomic<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  if (tid == 0u) { atomicStore(&count, 0u); }
  workgroupBarrier();
  if (data[tid] % 3u == 0u) { atomicAdd(&count, 1u); }
  workgroupBarrier();
  data[tid] = atomicLoad(&count);
}
