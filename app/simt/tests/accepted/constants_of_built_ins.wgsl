// words: 4 25 78 67305985
@group(0) @binding(0) var<storage, read_write> r: array<u32>;

const twelve = frexp(12.5);
const parts = modf(vec2(1.25, 2.5));

@compute @workgroup_size(1)
fn main() {
  let six = frexp(6.0);
  r[0] = u32(twelve.exp);
  r[1] = u32(parts.fract.x * 100);
  r[2] = u32(six.exp) + u32(six.fract * 100);
  r[3] = pack4xU8(vec4(1, 2, 3, 4));
}
