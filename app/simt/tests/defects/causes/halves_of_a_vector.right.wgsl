// One thread stores the whole vector.
// buffer 0: zeros 32
@group(0) @binding(0) var<storage, read_write> pairs: array<vec2u>;
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32) {
  if (i < 16u) {
    pairs[i] = vec2u(2u * i + 1u, 2u * i + 2u);
  }
}
