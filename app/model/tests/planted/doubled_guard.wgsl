//! workgroups 4 1 1
//! fill 0.0 ramp 200
//! fill 0.1 zeros 200
//! expect 0.1 entry reference 1 1 1
//! leads finding out_of_bounds

// Doubles each number.
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> doubled: array<u32>;
@group(0) @binding(2) var<uniform> n: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) g: vec3u) {
  let i = g.x;
  if i <= n { doubled[i] = 2u * x[i]; } // wrong
}

@compute @workgroup_size(1)
fn reference() {
  for (var i = 0u; i < n; i++) {
    doubled[i] = 2u * x[i];
  }
}
