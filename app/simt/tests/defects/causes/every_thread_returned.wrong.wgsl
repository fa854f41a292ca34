// The length in the buffer is 0.
// buffer 0: zeros 1
// buffer 1: ramp 64
// Expect: nothing_stored line 9
@group(0) @binding(0) var<uniform> length: u32;
@group(0) @binding(1) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
  if (i >= length) { return; }
  data[i] = data[i] + 1u;
}
