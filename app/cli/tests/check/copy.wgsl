// arguments: --workgroups 2 --n 64
// Each lane writes its number.
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3u) {
  data[id.x] = id.x;
}
