//! workgroups 2 2 1
//! fill 0.0 ramp 384
//! fill 0.1 ones 384
//! fill 0.2 zeros 256
//! expect 0.2 entry reference 1 1 1
//! leads expected

// C = A B, where A has 16 rows and 24 columns, and B has 24 rows and 16 columns.
const ROWS = 16u;
const INNER = 24u;
const COLUMNS = 16u;

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) g: vec3u) {
  let row = g.y;
  let column = g.x;
  var sum = 0.0;
  for (var k = 0u; k < COLUMNS; k++) { // wrong
    sum += a[row * INNER + k] * b[k * COLUMNS + column];
  }
  c[row * COLUMNS + column] = sum;
}

@compute @workgroup_size(1)
fn reference() {
  for (var i = 0u; i < ROWS * COLUMNS; i++) {
    let row = i / COLUMNS;
    let column = i % COLUMNS;
    for (var k = 0u; k < INNER; k++) {
      c[i] += a[row * INNER + k] * b[k * COLUMNS + column];
    }
  }
}
