// The lower half of each warp stores, the upper half reads at once: right only if a warp waits for both sides of a branch.
// Dispatch: one lane per element. data: n words, each becomes what the lane of the lower half has computed.
override BLOCK: u32 = 64u;
override ITERATIONS: i32 = 8;
override WARP_WIDTH: u32 = 32u;

@group(0) @binding(0) var<storage, read_write> data: array<i32>;

var<workgroup> tile: array<i32, BLOCK>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(local_invocation_index) tid: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let i = (group.y * groups.x + group.x) * BLOCK + tid;
  let half = WARP_WIDTH / 2u;
  let place = tid % WARP_WIDTH;
  if (place < half) {
    var value = 0;
    if (i < arrayLength(&data)) {
      value = data[i];
    }
    for (var k = 0; k < ITERATIONS; k++) {
      value = (value * 5 + 1) ^ k;
    }
    tile[tid] = value;
  }
  let found = tile[tid - place + place % half];
  if (i < arrayLength(&data)) {
    data[i] = found;
  }
}
