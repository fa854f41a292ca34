// Arithmetic in registers only: the cost of the interpreter without memory.
@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x;
  var y = id.x ^ 0x9e3779b9u;
  for (var k = 0u; k < 1000u; k++) {
    x = (x + y) ^ (x << 3u);
    y = (y - k) ^ (x >> 5u);
  }
  out[id.x] = x + y;
}
