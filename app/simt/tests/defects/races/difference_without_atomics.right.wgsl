// Lanes subtract from one word, and lose each other's part.
// buffer 0: ramp 64
// buffer 1: zeros 1
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
@group(0) @binding(1) var<storage, read_write> left: atomic<i32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  atomicSub(&left, data[tid]);
}
