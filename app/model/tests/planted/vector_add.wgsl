//! workgroups 4 1 1
//! fill 0.0 ones 240
//! fill 0.1 ramp 240
//! fill 0.2 zeros 240
//! expect 0.2 entry reference 1 1 1
//! leads expected

// c = a + b
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) g: vec3u) {
  let i = g.x;
  if i >= arrayLength(&c) {
    return;
  }
  c[i] = a[i] + a[i]; // wrong
}

@compute @workgroup_size(1)
fn reference() {
  for (var i = 0u; i < arrayLength(&c); i++) {
    c[i] = a[i] + b[i];
  }
}
