// words: 1 0 0 0
@group(0) @binding(0) var<storage, read_write> r: array<u32>;

const_assert (1 << 40) / 1099511627776 == 1;
const_assert determinant(mat2x2(1, 2, 3, 4)) == -2.0;

@compute @workgroup_size(1)
fn main() {
  const_assert all(reflect(vec2(1.0, -1.0), vec2(0.0, 1.0)) == vec2(1.0, 1.0));
  r[0] = 1u;
}
