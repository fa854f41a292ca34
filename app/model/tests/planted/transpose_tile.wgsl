//! workgroups 2 2 1
//! fill 0.0 ramp 256
//! fill 0.1 zeros 256
//! expect 0.1 transposed:16 0.0
//! leads expected

// Transposes a matrix of 16 x 16 numbers in tiles of 8 x 8.
const TILE = 8u;
const SIZE = 16u;

@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read_write> transposed: array<f32>;

var<workgroup> tile: array<array<f32, TILE>, TILE>;

@compute @workgroup_size(TILE, TILE)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_id) local: vec3u,
) {
  let row = group.y * TILE + local.y;
  let column = group.x * TILE + local.x;
  tile[local.y][local.x] = matrix[row * SIZE + column];
  workgroupBarrier();

  let out_row = group.x * TILE + local.y;
  let out_column = group.y * TILE + local.x;
  transposed[out_row * SIZE + out_column] = tile[local.y][local.x]; // wrong
}
