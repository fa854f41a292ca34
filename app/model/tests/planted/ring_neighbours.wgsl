//! workgroups 4 1 1
//! fill 0.0 ramp 200
//! fill 0.1 zeros 200
//! expect 0.1 entry reference 1 1 1
//! leads expected

// Each cell of a ring gets the sum of its two neighbours.
@group(0) @binding(0) var<storage, read> cells: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;
@group(0) @binding(2) var<uniform> n: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) g: vec3u) {
  let i = g.x;
  if i < n {
    let left = (i - 1u) % n; // wrong
    let right = (i + 1u) % n;
    sums[i] = cells[left] + cells[right];
  }
}

@compute @workgroup_size(1)
fn reference() {
  for (var i = 0u; i < n; i++) {
    let left = (i + n - 1u) % n;
    let right = (i + 1u) % n;
    sums[i] = cells[left] + cells[right];
  }
}
