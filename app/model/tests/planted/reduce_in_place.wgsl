//! workgroups 1 1 1
//! fill 0.0 ramp 128
//! expect 0.0 sum 0.0
//! leads expected

// The sum of 128 numbers ends up in the first of them.
const BLOCK = 64u;

@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(BLOCK)
fn main(@builtin(local_invocation_index) t: u32) {
  for (var stride = BLOCK; stride > 1u; stride /= 2u) { // wrong
    if t < stride {
      data[t] += data[t + stride];
    }
    storageBarrier();
  }
}
