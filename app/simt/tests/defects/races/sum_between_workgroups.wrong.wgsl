// Each workgroup adds its own part to one word, without an atomic.
// workgroups: 4
// buffer 0: zeros 1
// Expect: data_race lines 9 9
@group(0) @binding(0) var<storage, read_write> total: array<i32>;

@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) group: vec3u) {
  total[0] += i32(group.x) + 1;
}
