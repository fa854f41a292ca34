// All lanes but one write the same 16-bit float to one place.
// workgroups: 2
// buffer 0: zeros 1
enable f16;
@group(0) @binding(0) var<storage, read_write> found: array<f16>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x == 77u) {
    found[1] = 2.0h;
  }
}
