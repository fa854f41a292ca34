// words: 4 13 5 0
@group(0) @binding(0) var<storage, read_write> r: array<u32>;

var<private> counts: array<u32, 3>;

fn change(count: ptr<private, u32>, vector: ptr<function, vec3u>) {
  *count += 2u;
  (*vector).yz = vec2u(5u, 6u);
  vector.x += (*vector).z;
}

@compute @workgroup_size(1)
fn main() {
  var vector = vec3u(1u);
  change(&counts[1], &vector);
  change(&counts[1], &vector);
  r[0] = counts[1];
  r[1] = vector.x;
  r[2] = vector.y;
}
