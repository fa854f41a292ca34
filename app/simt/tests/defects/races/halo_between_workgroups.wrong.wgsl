// The first word of the next workgroup's part is read while that workgroup writes it; no barrier reaches that far.
// workgroups: 2
// buffer 0: ramp 128
// buffer 1: zeros 128
// Expect: data_race lines 12 14
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
@group(0) @binding(1) var<storage, read_write> result: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  data[i] = data[i] * 2;
  storageBarrier();
  result[i] = data[min(i + 1u, 127u)];
}
