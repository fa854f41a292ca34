// A tiled product: the next tile is loaded while others still multiply this one.
// buffer 0: ramp 32
// buffer 1: zeros 16
// Expect: data_race lines 13 16
@group(0) @binding(0) var<storage, read_write> a: array<i32>;
@group(0) @binding(1) var<storage, read_write> result: array<i32>;
var<workgroup> tile: array<array<i32, 4>, 4>;

@compute @workgroup_size(4, 4)
fn main(@builtin(local_invocation_id) id: vec3u) {
  var sum = 0;
  for (var step = 0u; step < 2u; step++) {
    tile[id.y][id.x] = a[step * 16u + id.y * 4u + id.x];
    workgroupBarrier();
    for (var k = 0u; k < 4u; k++) {
      sum += tile[id.y][k];
    }
  }
  result[id.y * 4u + id.x] = sum;
}
