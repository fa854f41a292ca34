// Every lane writes a different result to one word.
// buffer 0: ramp 64
// buffer 1: zeros 1
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
@group(0) @binding(1) var<storage, read_write> result: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  if (tid == 63u) { result[0] = data[tid]; }
}
