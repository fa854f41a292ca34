// The same two accesses race in a workgroup and between workgroups.
// workgroups: 2
// buffer 0: zeros 1
// Expect: data_race lines 8 8
@group(0) @binding(0) var<storage, read_write> total: array<u32>;
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32) {
  total[0] += i;
}
