// buffer 0: zeros 19
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) tid: u32) {
  let u = tid + 0xdeadbeefu;
  data[0] = extractBits(u, 8u, 8u);
  data[1] = u32(extractBits(i32(u), 8u, 8u));
  data[2] = insertBits(0u, u, 4u, 8u);
  data[3] = firstLeadingBit(u);
  data[4] = u32(firstLeadingBit(i32(u)));
  data[5] = firstTrailingBit(u - 15u);
  data[6] = reverseBits(tid + 1u);
  data[7] = countOneBits(u);
  data[8] = countLeadingZeros(tid + 1u);
  data[9] = countTrailingZeros(tid + 8u);
  data[10] = pack4x8snorm(vec4f(1.0, -1.0, 0.5, 0.0) + f32(tid));
  data[11] = pack2x16float(vec2f(1.0, 2.0) + f32(tid));
  data[12] = u32(unpack4x8unorm(u).x * 255.0 + 0.5);
  data[13] = u32(unpack2x16float(0x40003c00u + tid).y);
  data[14] = u32(dot4I8Packed(0x01ff0203u + tid, 0x01010101u));
  data[15] = dot4U8Packed(0x01ff0203u + tid, 0x01010101u);
  data[16] = pack4xI8(vec4i(1, -1, 2, -2) + i32(tid));
  data[17] = pack4xU8Clamp(vec4u(300u, 1u, 2u, 3u) + tid);
  data[18] = u32(unpack4xI8(u).w);
}
