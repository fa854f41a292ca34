// Half of the lanes read what the other half writes; with separate halves they are safe.
// buffer 0: ramp 64
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  if (tid < 32u) {
    data[tid] = 1;
  } else {
    data[tid] = data[tid] + 1;
  }
}
