//! workgroups 4 1 1
//! fill 0.0 random3 256
//! fill 0.1 zeros 16
//! expect 0.1 entry reference 1 1 1
//! leads finding data_race

// Counts how many numbers fall into each of 16 bins.
const BINS = 16u;

@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) g: vec3u) {
  if g.x < arrayLength(&x) {
    let bin = x[g.x] % BINS;
    bins[bin] += 1u; // wrong
  }
}

@compute @workgroup_size(1)
fn reference() {
  for (var i = 0u; i < arrayLength(&x); i++) {
    bins[x[i] % BINS] += 1u;
  }
}
