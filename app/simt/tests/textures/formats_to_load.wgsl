// texture 1: 1x1 = 0xff330000
// texture 2: 1x1 = 0x7f8081c0
// texture 3: 1x1 = 0xff800102
// texture 4: 1x1 = 0xff800102
// texture 5: 1x1 = 0xfffe0001 0x80007fff
// texture 6: 1x1 = 0xfffe0001 0x80007fff
// texture 7: 1x1 = 0xbc003c00 0x7bff3800
// texture 8: 1x1 = 0xff330000
// words: 0.0f 0.0f 0.2f 1.0f -0.503937f -1.0f -1.0f 1.0f 2 1 128 255 2 1 -128 -1 1 65534 32767 32768 1 -2 32767 -32768 1.0f -1.0f 0.5f 65504.0f 0.2f 0.0f 0.0f 1.0f
@group(0) @binding(0) var<storage, read_write> r: array<vec4u>;
@group(0) @binding(1) var a: texture_storage_2d<rgba8unorm, read>;
@group(0) @binding(2) var b: texture_storage_2d<rgba8snorm, read>;
@group(0) @binding(3) var c: texture_storage_2d<rgba8uint, read>;
@group(0) @binding(4) var d: texture_storage_2d<rgba8sint, read>;
@group(0) @binding(5) var e: texture_storage_2d<rgba16uint, read>;
@group(0) @binding(6) var f: texture_storage_2d<rgba16sint, read>;
@group(0) @binding(7) var g: texture_storage_2d<rgba16float, read>;
@group(0) @binding(8) var h: texture_storage_2d<bgra8unorm, read>;

@compute @workgroup_size(1)
fn main() {
  r[0] = bitcast<vec4u>(textureLoad(a, vec2i()));
  r[1] = bitcast<vec4u>(textureLoad(b, vec2i()));
  r[2] = textureLoad(c, vec2i());
  r[3] = bitcast<vec4u>(textureLoad(d, vec2i()));
  r[4] = textureLoad(e, vec2i());
  r[5] = bitcast<vec4u>(textureLoad(f, vec2i()));
  r[6] = bitcast<vec4u>(textureLoad(g, vec2i()));
  r[7] = bitcast<vec4u>(textureLoad(h, vec2i()));
}
