// words: 1 0 0 0
diagnostic(off, derivative_uniformity);
requires packed_4x8_integer_dot_product, pointer_composite_access;

@group(0) @binding(0) var<storage, read_write> r: array<u32>;

@diagnostic(warning, subgroup_uniformity)
@compute @workgroup_size(1)
fn main() {
  let place = &r;
  place[0] = 1u;
}
