// The last workgroup has lanes without an element.
// workgroups: 2
// buffer 0: ramp 100
// Expect: out_of_bounds line 9
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  data[id.x] = 1;
}
