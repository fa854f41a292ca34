// texture 1: 2x1 = 3 4
// texture 2: 2x1 = 5 6
// words: 3 6
@group(0) @binding(0) var<storage, read_write> r: array<u32>;
@group(0) @binding(1) var a: texture_storage_2d<r32uint, read>;
@group(0) @binding(2) var b: texture_storage_2d<r32uint, read>;

fn texel(picture: texture_storage_2d<r32uint, read>, x: u32) -> u32 {
  return textureLoad(picture, vec2u(x, 0)).x;
}

@compute @workgroup_size(1)
fn main() {
  r[0] = texel(a, 0);
  r[1] = texel(b, 1);
}
