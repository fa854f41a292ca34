// Neighbouring booleans in a structure, a vector and an array of vectors do not share a word.
// buffer 0: zeros 4
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
struct Pair { a: bool, b: bool, rows: array<vec3f, 2>, c: vec2<bool> }
var<workgroup> pairs: array<Pair, 4>;
var<workgroup> triples: array<vec3<bool>, 4>;
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) tid: u32) {
  pairs[tid].a = tid == 0u;
  pairs[tid].b = tid == 1u;
  pairs[tid].rows[1] = vec3f(f32(tid));
  pairs[tid].c = vec2<bool>(tid == 2u, true);
  triples[tid] = vec3<bool>(tid == 3u, false, true);
  workgroupBarrier();
  let pair = pairs[3u - tid];
  let triple = triples[3u - tid];
  data[tid] = select(0u, 1u, pair.a) + select(0u, 10u, pair.b) + select(0u, 100u, pair.c.x) + select(0u, 1000u, pair.c.y)
    + select(0u, 10000u, triple.x) + select(0u, 100000u, triple.z) + u32(pair.rows[1].z) * 1000000u;
}
