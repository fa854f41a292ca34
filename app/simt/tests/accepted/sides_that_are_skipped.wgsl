// words: 5 1 1 0 1 0 1 0
// A constant on the left of && or || decides, whatever stands on the right.
override three = 3u;
override decided: bool = true || three == 3;
var<private> kept: bool = false && three == 3u;

@group(0) @binding(0) var<storage, read_write> r: array<u32>;

const yes = true;

fn is_one(x: u32) -> bool { return x == 1; }

@compute @workgroup_size(1)
fn main() {
  if true || r[0] == 1u { r[0] = 5; }
  r[1] = u32(yes || r[1] == 1u);
  r[2] = u32((1 == 1) || is_one(1));
  r[3] = u32(false && bool(r[0]));
  r[4] = u32(decided);
  r[5] = u32(kept);
  for (; true || r[0] < r[1]; ) { r[6] = 1; break; }
  while false && r[3] == 1u { r[7] = 5; }
}
