//! workgroups 2 1 1
//! fill 0.0 ramp 200
//! fill 0.1 zeros 200
//! expect 0.1 copy 0.0
//! leads never-stored

// Copies an array block by block; the workgroups take turns.
const BLOCK = 64u;

@group(0) @binding(0) var<storage, read> source: array<f32>;
@group(0) @binding(1) var<storage, read_write> copied: array<f32>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(local_invocation_index) t: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let n = arrayLength(&source);
  let blocks = n / BLOCK; // wrong
  for (var block = group.x; block < blocks; block += groups.x) {
    let i = block * BLOCK + t;
    if i < n {
      copied[i] = source[i];
    }
  }
}
