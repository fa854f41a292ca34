// texture 1: 2x2 = 1 2 3 4
// texture 2: 2x2 = 5 6 7 8 -> 5 6 7 8
// words: 0 0 0 4
@group(0) @binding(0) var<storage, read_write> r: array<u32>;
@group(0) @binding(1) var source: texture_storage_2d<r32uint, read>;
@group(0) @binding(2) var target_texels: texture_storage_2d<r32uint, write>;

@compute @workgroup_size(1)
fn main() {
  r[0] = textureLoad(source, vec2i(2, 0)).x;
  r[1] = textureLoad(source, vec2i(-1, 1)).x;
  r[2] = textureLoad(source, vec2u(0, 4000000000u)).x;
  r[3] = textureLoad(source, vec2i(1, 1)).x;
  textureStore(target_texels, vec2i(0, 2), vec4u(9));
  textureStore(target_texels, vec2i(-1, 0), vec4u(9));
}
