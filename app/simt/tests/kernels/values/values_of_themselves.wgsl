// A value made of the variable's own words is complete before the first of them is overwritten.
// buffer 0: zeros 16
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
struct S { a: u32, b: vec2u }
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) tid: u32) {
  var v = vec2u(tid, 7u);
  v = v.yx;
  data[tid] = v.x * 10u + v.y;
  var s = S(1u, vec2u(2u, 3u));
  s = S(s.b.y, vec2u(s.a, s.b.x));
  data[tid + 4u] = s.a * 100u + s.b.x * 10u + s.b.y;
  var a = array<vec2u, 2>(vec2u(1u, 2u), vec2u(3u, 4u));
  a[tid % 2u] = vec2u(a[1].y, a[0].x);
  data[tid + 8u] = a[0].x * 1000u + a[0].y * 100u + a[1].x * 10u + a[1].y;
  a = array<vec2u, 2>(a[1], a[0]);
  data[tid + 12u] = a[0].x * 1000u + a[0].y * 100u + a[1].x * 10u + a[1].y;
}
