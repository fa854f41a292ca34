// A variable may change after a `let` or an operand has read it; the value that was read does not.
// buffer 0: zeros 16
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<private> count: u32;
fn next() -> u32 {
  count += 1u;
  return count;
}
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) tid: u32) {
  var v = tid;
  let both = vec2u(v, 1u);
  let turned = vec2u(v, v + 1u).yx;
  v = 9u;
  data[tid] = both.x * 100u + turned.y * 10u + turned.x;
  data[tid + 4u] = count + next() * 10u + count * 100u;
  let one = vec2u(count, 0u) + vec2u(next(), 10u);
  data[tid + 8u] = one.x;
  data[tid + 12u] = dot(vec2u(count, 10u), vec2u(1u, next())) + v;
}
