//! workgroups 4 1 1
//! fill 0.0 ramp 200
//! fill 0.1 ones 200
//! fill 0.2 zeros 200
//! expect 0.2 entry reference 1 1 1
//! leads expected

// z = 2 x + y
const A = 2.0;

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> y: array<f32>;
@group(0) @binding(2) var<storage, read_write> z: array<f32>;
@group(0) @binding(3) var<uniform> n: u32;

@compute @workgroup_size(64)
fn main(
  @builtin(global_invocation_id) g: vec3u,
  @builtin(local_invocation_index) t: u32,
) {
  if g.x < n {
    z[g.x] = A * x[t] + y[g.x]; // wrong
  }
}

@compute @workgroup_size(1)
fn reference() {
  for (var i = 0u; i < n; i++) {
    z[i] = A * x[i] + y[i];
  }
}
