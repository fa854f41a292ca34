// In the last workgroup some lanes have no element and leave.
// workgroups: 2
// buffer 0: ramp 100
// Expect: divergent_barrier line 12; not_uniform line 12
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= arrayLength(&data)) { return; }
  data[i] += 1;
  storageBarrier();
}
