// A condition on a value that all lanes share: no warp diverges.
// Dispatch: one lane per element. data: n words, each becomes the sum of its steps, or less that. mode: one word.
override BLOCK: u32 = 64u;
override ITERATIONS: i32 = 64;

@group(0) @binding(0) var<storage, read_write> data: array<i32>;
@group(0) @binding(1) var<uniform> mode: u32;

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
  var count = 0;
  for (var k = 0; k < ITERATIONS; k++) {
    x = (x * 5 + 1) & 15;
    if (mode == 10u) {
      count += x;
    } else {
      count -= x;
    }
  }
  data[i] = count;
}
