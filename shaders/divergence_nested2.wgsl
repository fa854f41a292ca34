// Two nested conditions on bits of the lane's number: every warp walks four paths.
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
  if ((tid & 1u) == 0u) {
    if ((tid & 2u) == 0u) {
      for (var k = 0; k < ITERATIONS; k++) {
        value = (value * 3 + 1) ^ k;
      }
    } else {
      for (var k = 0; k < ITERATIONS; k++) {
        value = (value * 7 + 3) ^ k;
      }
    }
  } else {
    if ((tid & 2u) == 0u) {
      for (var k = 0; k < ITERATIONS; k++) {
        value = (value * 5 + 2) ^ k;
      }
    } else {
      for (var k = 0; k < ITERATIONS; k++) {
        value = (value * 9 + 4) ^ k;
      }
    }
  }
  data[i] = value;
}
