// An atomic addition.
// workgroups: 2
// buffer 0: zeros 1
@group(0) @binding(0) var<storage, read_write> total: array<atomic<u32>>;
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32) {
  atomicAdd(&total[0], i);
}
