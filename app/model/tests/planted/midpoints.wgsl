//! workgroups 4 1 1
//! fill 0.0 ramp 256
//! fill 0.1 zeros 255
//! expect 0.1 entry reference 1 1 1
//! leads expected

// The points halfway between neighbouring samples.
@group(0) @binding(0) var<storage, read> samples: array<f32>;
@group(0) @binding(1) var<storage, read_write> midpoints: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) g: vec3u) {
  let i = g.x;
  if i + 1u < arrayLength(&samples) {
    midpoints[i] = samples[i] + samples[i + 1u] / 2.0; // wrong
  }
}

@compute @workgroup_size(1)
fn reference() {
  for (var i = 0u; i + 1u < arrayLength(&samples); i++) {
    midpoints[i] = (samples[i] + samples[i + 1u]) / 2.0;
  }
}
