// Each lane takes the cheap path if it can: a mixed warp walks both.
// Dispatch: one lane per element. data: n words, each becomes the sum of its distances to 0 ... ITERATIONS - 1 (even).
override BLOCK: u32 = 64u;
override ITERATIONS: i32 = 64;

@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(local_invocation_index) tid: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let n = arrayLength(&data);
  let i = (group.y * groups.x + group.x) * BLOCK + tid;
  // Lanes past the end stand in nobody's way.
  var x = ITERATIONS;
  if (i < n) {
    x = data[i];
  }
  let cheap = x >= ITERATIONS;
  var sum = 0;
  if (cheap) {
    // With x above every k, one pass adds two distances.
    for (var k = 0; k < ITERATIONS; k += 2) {
      sum += 2 * (x - k) - 1;
    }
  } else {
    for (var k = 0; k < ITERATIONS; k++) {
      sum += abs(x - k);
    }
  }
  if (i < n) {
    data[i] = sum;
  }
}
