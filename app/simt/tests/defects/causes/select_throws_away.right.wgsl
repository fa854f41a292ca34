// Does not read past the end.
// buffer 0: ramp 4
// buffer 1: zeros 8
@group(0) @binding(0) var<storage, read> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;
@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
  if (i < arrayLength(&data)) { result[i] = data[i]; }
}
