// Each workgroup also writes the first word of the next one's part.
// workgroups: 2
// buffer 0: zeros 130
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) tid: u32) {
  data[id.x] = id.x;
  if (tid == 63u && id.x == 127u) { data[id.x + 1u] = 7u; }
}
