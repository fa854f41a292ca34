//! workgroups 4 1 1
//! fill 0.0 ramp 256
//! fill 0.1 zeros 256
//! expect 0.1 reversed 0.0
//! leads expected

// Reverses an array: blocks swap places, and each block is turned in its tile.
const BLOCK = 64u;

@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> reversed: array<u32>;

var<workgroup> tile: array<u32, BLOCK>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(global_invocation_id) g: vec3u,
  @builtin(local_invocation_index) t: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  tile[BLOCK - 1u - t] = source[g.x];
  workgroupBarrier();

  let first = (groups.x - 1u - group.x) * BLOCK;
  reversed[first + t] = tile[BLOCK - 1u - t]; // wrong
}
