// texture 1: 4x1 = 1 2 3 4 -> 4 3 2 1
// words: 0
@group(0) @binding(0) var<storage, read_write> r: array<u32>;
@group(0) @binding(1) var line: texture_storage_2d<r32uint, read_write>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) lane: u32) {
  let value = textureLoad(line, vec2u(3 - lane, 0));
  textureBarrier();
  textureStore(line, vec2u(lane, 0), value);
  if lane == 0 {
    r[0] = 0u;
  }
}
