// Each workgroup adds its own part to one word, without an atomic.
// workgroups: 4
// buffer 0: zeros 1
@group(0) @binding(0) var<storage, read_write> total: array<atomic<i32>>;

@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) group: vec3u) {
  atomicAdd(&total[0], i32(group.x) + 1);
}
