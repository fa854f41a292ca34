// All lanes of a block take the same path: each warp walks one.
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
  let block = group.y * groups.x + group.x;
  let i = block * BLOCK + tid;
  if (i >= arrayLength(&data)) {
    return;
  }
  var value = data[i];
  let path = block % WARP_WIDTH;
  for (var p = 0u; p < WARP_WIDTH; p++) {
    if (path == p) {
      for (var k = 0; k < ITERATIONS; k++) {
        value = (value * 5 + i32(p)) ^ k;
      }
    }
  }
  data[i] = value;
}
