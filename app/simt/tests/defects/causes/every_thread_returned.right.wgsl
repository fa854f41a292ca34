// The length of the buffer itself.
// buffer 0: zeros 1
// buffer 1: ramp 64
@group(0) @binding(0) var<uniform> length: u32;
@group(0) @binding(1) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
  if (i >= arrayLength(&data) + length) { return; }
  data[i] = data[i] + 1u;
}
