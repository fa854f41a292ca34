// Two workgroups share a word, a half each; reading the other's half is a race.
// workgroups: 4
// buffer 0: ramp 10
// buffer 1: zeros 10
enable f16;
@group(0) @binding(0) var<storage, read_write> data: array<f16>;
@group(0) @binding(1) var<storage, read_write> result: array<f16>;

@compute @workgroup_size(5)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  data[i] = data[i] * 2.0h;
  storageBarrier();
  result[i] = data[i];
}
