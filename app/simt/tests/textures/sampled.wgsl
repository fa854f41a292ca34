// texture 1: 2x1 = 1.0f 2.0f 3.0f 4.0f 5.0f 6.0f 7.0f 8.0f
// texture 2: 1x1 = 1 2 3 4294967295
// texture 3: 1x1 = 4294967295 2 3 4
// texture 4: 2x1 = 0.25f 0.75f
// words: 5.0f 8.0f 2 4294967295 4294967295 4 0.75f
@group(0) @binding(0) var<storage, read_write> r: array<u32>;
@group(0) @binding(1) var floats: texture_2d<f32>;
@group(0) @binding(2) var unsigned: texture_2d<u32>;
@group(0) @binding(3) var integers: texture_2d<i32>;
@group(0) @binding(4) var depths: texture_depth_2d;

@compute @workgroup_size(1)
fn main() {
  let texel = textureLoad(floats, vec2i(1, 0), 0);
  r[0] = bitcast<u32>(texel.x);
  r[1] = bitcast<u32>(texel.w);
  r[2] = textureLoad(unsigned, vec2u(), 0u).y;
  r[3] = textureLoad(unsigned, vec2u(), 0u).w;
  r[4] = bitcast<u32>(textureLoad(integers, vec2i(), 0).x);
  r[5] = bitcast<u32>(textureLoad(integers, vec2i(), 0).w);
  r[6] = bitcast<u32>(textureLoad(depths, vec2i(1, 0), 0));
}
