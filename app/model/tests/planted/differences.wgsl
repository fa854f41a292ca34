//! workgroups 4 1 1
//! fill 0.0 ramp 257
//! fill 0.1 zeros 256
//! expect 0.1 entry reference 1 1 1
//! leads finding unwritten_read

// The differences between neighbouring samples, from a tile in workgroup memory.
const BLOCK = 64u;

@group(0) @binding(0) var<storage, read> samples: array<f32>;
@group(0) @binding(1) var<storage, read_write> differences: array<f32>;

var<workgroup> tile: array<f32, BLOCK + 1u>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(global_invocation_id) g: vec3u,
  @builtin(local_invocation_index) t: u32,
) {
  tile[t] = samples[g.x];
  workgroupBarrier();
  differences[g.x] = tile[t + 1u] - tile[t]; // wrong
}

@compute @workgroup_size(1)
fn reference() {
  for (var i = 0u; i < arrayLength(&differences); i++) {
    differences[i] = samples[i + 1u] - samples[i];
  }
}
