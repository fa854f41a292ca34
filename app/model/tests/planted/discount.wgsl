//! workgroups 4 1 1
//! fill 0.0 ramp 250
//! fill 0.1 zeros 250
//! expect 0.1 entry reference 1 1 1
//! leads expected

// A quarter off each price, then the shipping costs.
const SHIPPING = 50u;

@group(0) @binding(0) var<storage, read> prices: array<u32>;
@group(0) @binding(1) var<storage, read_write> totals: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) g: vec3u) {
  let i = g.x;
  if i >= arrayLength(&prices) {
    return;
  }
  let reduced = prices[i] / 4u * 3u; // wrong
  totals[i] = reduced + SHIPPING;
}

@compute @workgroup_size(1)
fn reference() {
  for (var i = 0u; i < arrayLength(&prices); i++) {
    totals[i] = prices[i] * 3u / 4u + SHIPPING;
  }
}
