//! workgroups 2 1 1
//! fill 0.0 ones 1000
//! fill 0.1 zeros 128
//! expect 0.1 entry reference 1 1 1
//! leads expected

// Each of the 128 threads adds up every 128th number.
const BLOCK = 64u;

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> partial: array<f32>;

@compute @workgroup_size(BLOCK)
fn main(@builtin(global_invocation_id) g: vec3u) {
  let threads = arrayLength(&partial);
  var sum = 0.0;
  for (var i = g.x; i < arrayLength(&x); i += BLOCK) { // wrong
    sum += x[i];
  }
  if g.x < threads { partial[g.x] = sum; }
}

@compute @workgroup_size(1)
fn reference() {
  for (var i = 0u; i < arrayLength(&x); i++) {
    partial[i % arrayLength(&partial)] += x[i];
  }
}
