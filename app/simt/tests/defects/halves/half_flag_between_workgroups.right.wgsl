// Lane 0 of each workgroup writes the same 16-bit float to one place.
// workgroups: 3
// buffer 0: zeros 2
enable f16;
@group(0) @binding(0) var<storage, read_write> found: array<f16>;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) tid: u32, @builtin(workgroup_id) group: vec3u) {
  if (tid == 0u) {
    found[group.x] = 1.0h;
  }
}
