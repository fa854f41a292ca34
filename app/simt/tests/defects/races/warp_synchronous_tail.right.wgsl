// The last steps of the tree without barriers: lanes of one warp run together, but WGSL orders nothing.
// buffer 0: ramp 16
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
var<workgroup> tile: array<i32, 16>;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) tid: u32) {
  tile[tid] = data[tid] + data[tid + 8u];
  workgroupBarrier();
  if (tid < 4u) { tile[tid] += tile[tid + 4u]; }
  workgroupBarrier();
  if (tid < 2u) { tile[tid] += tile[tid + 2u]; }
  workgroupBarrier();
  if (tid < 1u) { tile[tid] += tile[tid + 1u]; }
  if (tid == 0u) {
    data[0] = tile[0];
  }
}
