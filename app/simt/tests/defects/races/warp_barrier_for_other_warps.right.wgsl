// All warps meet before one reads what another has stored.
// buffer 0: ramp 128
// buffer 1: zeros 64
enable subgroups;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;
var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(128)
fn main(@builtin(local_invocation_index) tid: u32) {
  if (tid >= 64u) { tile[tid - 64u] = data[tid]; }
  subgroupBarrier();
  if (tid >= 64u) { tile[tid - 64u] += 1u; }
  workgroupBarrier();
  if (tid < 64u) { result[tid] = tile[tid]; }
}
