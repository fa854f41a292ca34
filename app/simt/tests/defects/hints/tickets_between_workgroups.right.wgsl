// The same between workgroups.
// workgroups: 4
// buffer 0: zeros 1
// buffer 1: zeros 4
@group(0) @binding(0) var<storage, read_write> next: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> order: array<u32>;

@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) group: vec3u) {
  _ = atomicAdd(&next[0], 1u);
  order[group.x] = group.x;
}
