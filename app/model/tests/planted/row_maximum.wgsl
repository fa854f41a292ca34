//! workgroups 2 1 1
//! fill 0.0 ramp 512
//! fill 0.1 ones 128
//! expect 0.1 entry reference 1 1 1
//! leads expected

// The highest of four temperatures per station. The sensor's zero is at -300 degrees.
const PER_STATION = 4u;
const ZERO = -300;

@group(0) @binding(0) var<storage, read> raw: array<u32>;
@group(0) @binding(1) var<storage, read_write> highest: array<i32>;

fn temperature(i: u32) -> i32 {
  return i32(raw[i]) + ZERO;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) g: vec3u) {
  let first = g.x * PER_STATION;
  var best = 0; // wrong
  for (var k = 0u; k < PER_STATION; k++) { best = max(best, temperature(first + k)); }
  highest[g.x] = best;
}

@compute @workgroup_size(1)
fn reference() {
  for (var station = 0u; station < arrayLength(&highest); station++) {
    var best = temperature(station * PER_STATION);
    for (var k = 1u; k < PER_STATION; k++) {
      best = max(best, temperature(station * PER_STATION + k));
    }
    highest[station] = best;
  }
}
