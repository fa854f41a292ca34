// A tile is filled by rows and read by columns.
// buffer 0: ramp 64
// buffer 1: zeros 64
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
@group(0) @binding(1) var<storage, read_write> result: array<i32>;
var<workgroup> tile: array<array<i32, 9>, 8>;

@compute @workgroup_size(8, 8)
fn main(@builtin(local_invocation_id) id: vec3u) {
  tile[id.y][id.x] = data[id.y * 8u + id.x];
  workgroupBarrier();
  result[id.y * 8u + id.x] = tile[id.x][id.y];
}
