// The first three lanes of a block take a path of their own: only the first warp walks both.
// Dispatch: one lane per element. data: n words, changed in place.
override BLOCK: u32 = 64u;
override ITERATIONS: i32 = 64;

@group(0) @binding(0) var<storage, read_write> data: array<i32>;

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
  var value = data[i];
  if (tid > 2u) {
    for (var k = 0; k < ITERATIONS; k++) {
      value = (value * 5 + 1) ^ k;
    }
  } else {
    for (var k = 0; k < ITERATIONS; k++) {
      value = (value * 3 + 7) ^ k;
    }
  }
  data[i] = value;
}
