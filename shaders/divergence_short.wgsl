// Numbers below zero take one path and the others the other: short enough for a compiler to mask instead of branch.
// Dispatch: one lane per element. data: n words, changed in place.
override BLOCK: u32 = 64u;
override ITERATIONS: i32 = 64;

@group(0) @binding(0) var<storage, read_write> data: array<f32>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(local_invocation_index) tid: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let i = (group.y * groups.x + group.x) * BLOCK + tid;
  if (i >= arrayLength(&data)) {
    return;
  }
  var x = data[i];
  for (var k = 0; k < ITERATIONS; k++) {
    if (x < 0.0) {
      x = x - 2.0;
    } else {
      x = sqrt(x);
    }
  }
  data[i] = x;
}
