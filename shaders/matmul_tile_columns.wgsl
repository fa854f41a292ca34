// c = a b by tiles: 16 lanes compute a column of a tile, from the same word of b and conflicting banks of a.
// Dispatch: blocks of TILE x TILE lanes over columns and rows. a, b, c: WIDTH x WIDTH words, row by row (WIDTH % TILE = 0).
const TILE: u32 = 16u;
override WIDTH: u32;

@group(0) @binding(0) var<storage, read> a: array<i32>;
@group(0) @binding(1) var<storage, read> b: array<i32>;
@group(0) @binding(2) var<storage, read_write> c: array<i32>;

var<workgroup> a_tile: array<array<i32, TILE>, TILE>;
var<workgroup> b_tile: array<array<i32, TILE>, TILE>;

@compute @workgroup_size(TILE, TILE)
fn main(
  @builtin(local_invocation_id) lane: vec3u,
  @builtin(workgroup_id) group: vec3u,
) {
  let top = group.y * TILE;
  let left = group.x * TILE;
  let row = lane.x;
  let column = lane.y;
  var sum = 0;
  for (var first = 0u; first < WIDTH; first += TILE) {
    a_tile[lane.y][lane.x] = a[(top + lane.y) * WIDTH + first + lane.x];
    b_tile[lane.y][lane.x] = b[(first + lane.y) * WIDTH + left + lane.x];
    workgroupBarrier();
    for (var k = 0u; k < TILE; k++) {
      sum += a_tile[row][k] * b_tile[k][column];
    }
    workgroupBarrier();
  }
  c[(top + row) * WIDTH + left + column] = sum;
}
