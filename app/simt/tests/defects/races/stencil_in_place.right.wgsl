// A lane reads the words that its neighbours overwrite.
// buffer 0: ramp 64
// buffer 1: zeros 64
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
@group(0) @binding(1) var<storage, read_write> result: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  let left = select(tid - 1u, 0u, tid == 0u);
  result[tid] = data[left] + data[min(tid + 1u, 63u)];
}
