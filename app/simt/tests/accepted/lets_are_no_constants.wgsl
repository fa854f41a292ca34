// words: 2 7 0 2147483648
@group(0) @binding(0) var<storage, read_write> r: array<u32>;

@compute @workgroup_size(1)
fn main() {
  let count = 33u;
  let zero = 0u;
  r[0] = 1u << count;
  r[1] = 7u / zero;
  r[2] = 7u % zero;
  let least = -2147483647 - 1;
  let quotient = least / -1;
  r[3] = u32(quotient);
}
