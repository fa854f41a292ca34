// arguments: --workgroups 1 --n 512
@group(0) @binding(0) var<storage, read_write> a: array<u32>;

@compute @workgroup_size(512)
fn main(@builtin(global_invocation_id) id: vec3u) {
  a[id.x] += 1u;
}
