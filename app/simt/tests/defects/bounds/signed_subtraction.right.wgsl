// A signed index below zero, guarded on one side only.
// buffer 0: ramp 64
// buffer 1: zeros 64
@group(0) @binding(0) var<storage, read> data: array<i32>;
@group(0) @binding(1) var<storage, read_write> result: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  let i = i32(tid) - 2;
  if (i >= 0) {
    result[tid] = data[i];
  }
}
