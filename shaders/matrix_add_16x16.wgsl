// Each lane adds one element of two matrices.
// Dispatch: blocks of BLOCK_X x BLOCK_Y lanes over columns and rows. a, b, c: WIDTH columns, row by row.
const BLOCK_X: u32 = 16u;
const BLOCK_Y: u32 = 16u;
override WIDTH: u32;

@group(0) @binding(0) var<storage, read> a: array<i32>;
@group(0) @binding(1) var<storage, read> b: array<i32>;
@group(0) @binding(2) var<storage, read_write> c: array<i32>;

@compute @workgroup_size(BLOCK_X, BLOCK_Y)
fn main(@builtin(global_invocation_id) place: vec3u) {
  let i = place.y * WIDTH + place.x;
  if (place.x < WIDTH && i < arrayLength(&c)) {
    c[i] = a[i] + b[i];
  }
}
