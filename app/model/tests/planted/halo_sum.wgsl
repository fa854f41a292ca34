//! workgroups 4 1 1
//! fill 0.0 ramp 256
//! fill 0.1 zeros 256
//! expect 0.1 entry reference 1 1 1
//! leads expected

// Sums of three neighbours, from a tile with one cell more at either end. Outside the array there are zeros.
const BLOCK = 64u;

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

var<workgroup> tile: array<f32, BLOCK + 2u>;

fn value(i: u32) -> f32 {
  if i >= arrayLength(&x) {
    return 0.0;
  }
  return x[i];
}

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(global_invocation_id) g: vec3u,
  @builtin(local_invocation_index) t: u32,
) {
  tile[t + 1u] = value(g.x);
  if t == 0u { tile[0] = value(g.x - 1u); }
  if t == BLOCK - 1u { tile[BLOCK + 1u] = value(g.x); } // wrong
  workgroupBarrier();
  sums[g.x] = tile[t] + tile[t + 1u] + tile[t + 2u];
}

@compute @workgroup_size(1)
fn reference() {
  for (var i = 0u; i < arrayLength(&sums); i++) {
    sums[i] = value(i - 1u) + value(i) + value(i + 1u);
  }
}
