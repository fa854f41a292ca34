// c = a b, a thread for each element: the same work in blocks of any shape.
override X: u32;
override Y: u32;
override N: u32;

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

@compute @workgroup_size(X, Y)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= N || id.y >= N) {
    return;
  }
  var sum = 0.0;
  for (var k = 0u; k < N; k++) {
    sum += a[id.y * N + k] * b[k * N + id.x];
  }
  c[id.y * N + id.x] = sum;
}
