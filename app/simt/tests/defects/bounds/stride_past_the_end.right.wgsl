// The partner of the last lanes is past the end of the data.
// buffer 0: ramp 64
// buffer 1: zeros 64
@group(0) @binding(0) var<storage, read> data: array<i32>;
@group(0) @binding(1) var<storage, read_write> result: array<i32>;
const STRIDE = 16u;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
  if (i + STRIDE < arrayLength(&data)) { result[i] = data[i] + data[i + STRIDE]; }
}
