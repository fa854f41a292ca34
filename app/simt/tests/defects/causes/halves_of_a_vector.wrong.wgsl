// Two threads store one component each of the same vector.
// buffer 0: zeros 32
// Expect: data_race lines 7 7
@group(0) @binding(0) var<storage, read_write> pairs: array<vec2u>;
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32) {
  pairs[i / 2u][i % 2u] = i + 1u;
}
