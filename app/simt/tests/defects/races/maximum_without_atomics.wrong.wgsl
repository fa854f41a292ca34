// The largest of all values gets lost between a read and a write.
// buffer 0: ramp 64
// buffer 1: zeros 1
// Expect: data_race lines 10 10
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> highest: u32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  highest = max(highest, data[tid]);
}
