// texture 1: 1x1 = 7 -> 0xff3300ff
// texture 2: 1x1 = 7 -> 0x7f0081c1
// texture 3: 1x1 = 7 -> 0x04030201
// texture 4: 1x1 = 7 -> 0x04fd02ff
// texture 5: 1x1 = 7 7 -> 0xfffe0001 0x80007fff
// texture 6: 1x1 = 7 7 -> 0xbc003c00 0x7bff3800
// texture 7: 1x1 = 7 -> 0xffff0033
// texture 8: 1x1 = 7 7 7 7 -> 1.5f -2.5f 3.5f -4.5f
// texture 9: 1x1 = 7 -> 1.5f
// words: 0
@group(0) @binding(0) var<storage, read_write> r: array<u32>;
@group(0) @binding(1) var a: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(2) var b: texture_storage_2d<rgba8snorm, write>;
@group(0) @binding(3) var c: texture_storage_2d<rgba8uint, write>;
@group(0) @binding(4) var d: texture_storage_2d<rgba8sint, write>;
@group(0) @binding(5) var e: texture_storage_2d<rgba16uint, write>;
@group(0) @binding(6) var f: texture_storage_2d<rgba16float, write>;
@group(0) @binding(7) var g: texture_storage_2d<bgra8unorm, write>;
@group(0) @binding(8) var h: texture_storage_2d<rgba32float, write>;
@group(0) @binding(9) var i: texture_storage_2d<r32float, write>;

@compute @workgroup_size(1)
fn main() {
  // Fractions beyond the range of a format are clamped to it.
  textureStore(a, vec2i(), vec4f(1.5, -0.5, 0.2, 1.0));
  textureStore(b, vec2i(), vec4f(-0.4960629921, -2.0, 0.0, 1.0));
  textureStore(c, vec2i(), vec4u(1, 2, 3, 4));
  textureStore(d, vec2i(), vec4i(-1, 2, -3, 4));
  textureStore(e, vec2i(), vec4u(1, 65534, 32767, 32768));
  textureStore(f, vec2i(), vec4f(1.0, -1.0, 0.5, 65504.0));
  textureStore(g, vec2i(), vec4f(1.0, 0.0, 0.2, 1.0));
  textureStore(h, vec2i(), vec4f(1.5, -2.5, 3.5, -4.5));
  textureStore(i, vec2i(), vec4f(1.5, -2.5, 3.5, -4.5));
  r[0] = 0u;
}
