// buffer 0: ramp 4
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) tid: u32) {
  data[0] = i32(tid) + data[1];
}
