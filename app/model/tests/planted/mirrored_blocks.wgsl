//! workgroups 3 1 1
//! fill 0.0 ramp 192
//! fill 0.1 zeros 192
//! expect 0.1 entry reference 1 1 1
//! leads finding data_race

// Mirrors each block of 64 numbers in workgroup memory.
const BLOCK = 64u;

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> mirrored: array<f32>;

var<workgroup> tile: array<f32, BLOCK>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(global_invocation_id) g: vec3u,
  @builtin(local_invocation_index) t: u32,
) {
  tile[t] = x[g.x];
  let opposite = BLOCK - 1u - t;
  mirrored[g.x] = tile[opposite]; // wrong
}

@compute @workgroup_size(1)
fn reference() {
  for (var i = 0u; i < arrayLength(&x); i++) {
    let first = i / BLOCK * BLOCK;
    mirrored[i] = x[first + BLOCK - 1u - i % BLOCK];
  }
}
