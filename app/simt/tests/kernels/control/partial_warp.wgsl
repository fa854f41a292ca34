// buffer 0: zeros 8
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(6)
fn main(@builtin(local_invocation_index) tid: u32) {
  data[tid] += 1;
}
