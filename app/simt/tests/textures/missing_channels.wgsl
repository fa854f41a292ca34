// texture 1: 1x1 = 2.5f
// texture 2: 1x1 = 7
// texture 3: 1x1 = 8 9
// words: 2.5f 0.0f 0.0f 1.0f 7 0 0 1 8 9 0 1
@group(0) @binding(0) var<storage, read_write> r: array<u32>;
@group(0) @binding(1) var one_float: texture_storage_2d<r32float, read>;
@group(0) @binding(2) var one_integer: texture_storage_2d<r32uint, read>;
@group(0) @binding(3) var two_integers: texture_storage_2d<rg32uint, read>;

@compute @workgroup_size(1)
fn main() {
  let a = bitcast<vec4u>(textureLoad(one_float, vec2i()));
  let b = textureLoad(one_integer, vec2i());
  let c = textureLoad(two_integers, vec2i());
  for (var i = 0; i < 4; i++) {
    r[i] = a[i];
    r[4 + i] = b[i];
    r[8 + i] = c[i];
  }
}
