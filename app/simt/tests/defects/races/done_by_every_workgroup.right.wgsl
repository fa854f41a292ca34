// Every workgroup says that it is done, in the same word, with the same value.
// workgroups: 3
// buffer 0: zeros 1
@group(0) @binding(0) var<storage, read_write> done: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) tid: u32) {
  if (tid == 0u && group.x == 0u) { done[0] = 1u; }
}
