// Each lane reads its neighbour's word, then writes its own: some neighbours have already written.
// buffer 0: ramp 64
// Expect: data_race lines 8 9
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  let next = data[(tid + 1u) % 64u];
  data[tid] = next;
}
