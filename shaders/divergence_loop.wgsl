// Each lane leaves the loop after another number of iterations: the warp stays until its last lane has left.
// Dispatch: one lane per element. data: n words, changed in place.
override BLOCK: u32 = 64u;
override ITERATIONS: i32 = 64;
override WARP_WIDTH: u32 = 32u;

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
  let turn = i32(i % WARP_WIDTH) + 1;
  let length = ITERATIONS * turn / i32(WARP_WIDTH);
  var value = data[i];
  for (var k = 0; k < ITERATIONS; k++) {
    if (k >= length) {
      break;
    }
    value = (value * 5 + 1) ^ k;
  }
  data[i] = value;
}
