// words: 6 4 1 15
@group(0) @binding(0) var<storage, read_write> r: array<u32>;

var<workgroup> tile: array<vec4u, 2>;

@compute @workgroup_size(1)
fn main() {
  var i = 0u;
  tile[i].zyx = vec3u(1u, 2u, 3u);
  i = 1u;
  tile[i].xw += vec2u(7u);
  tile[0].xy *= 2;
  tile[1].yz = vec2(1);
  r[0] = tile[0].x;
  r[1] = tile[0].y;
  r[2] = tile[0].z;
  r[3] = tile[1].x + tile[1].w + tile[1].y;
}
