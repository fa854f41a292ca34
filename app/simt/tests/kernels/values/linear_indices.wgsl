// workgroups: 2 2 2
// buffer 0: zeros 64
requires linear_indexing; @group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(2, 2, 2)
fn main(@builtin(global_invocation_index) index: u32, @builtin(workgroup_index) group: u32, @builtin(workgroup_id) id: vec3u) {
  data[index] = group * 100u + id.x + id.y * 2u + id.z * 4u;
}
