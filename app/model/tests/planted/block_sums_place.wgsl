//! workgroups 4 1 1
//! fill 0.0 ramp 256
//! fill 0.1 zeros 256
//! expect 0.1 numbers:2016,6112,10208,14304
//! leads never-stored

// Each block adds up its numbers. The sums lie at the start of the second array.
const BLOCK = 64u;

@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

var<workgroup> tile: array<u32, BLOCK>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(global_invocation_id) g: vec3u,
  @builtin(local_invocation_index) t: u32,
  @builtin(workgroup_id) group: vec3u,
) {
  tile[t] = x[group.x * BLOCK + t];
  workgroupBarrier();
  for (var stride = BLOCK / 2u; stride > 0u; stride /= 2u) {
    if t < stride {
      tile[t] += tile[t + stride];
    }
    workgroupBarrier();
  }
  if t == 0u {
    sums[g.x] = tile[0]; // wrong
  }
}
