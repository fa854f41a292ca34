// Booleans in workgroup memory take a word each.
// buffer 0: zeros 8
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> flags: array<bool, 8>;
var<workgroup> v: vec3<bool>;
struct S { a: bool, b: u32, c: bool }
var<workgroup> s: S;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) tid: u32) {
  flags[tid] = tid % 2u == 1u;
  if (tid == 3u) { v = vec3<bool>(true, false, true); s = S(true, 7u, true); }
  workgroupBarrier();
  data[tid] = select(0u, 1u, flags[tid]) + select(0u, 10u, v[tid % 3u]) + select(0u, 100u, s.c) + s.b * 1000u;
}
