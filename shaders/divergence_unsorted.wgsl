// Cheap and expensive elements lie mixed: every warp walks both paths.
// Dispatch: one lane per element. kind: n words, 0 cheap, 1 expensive; data: n words, changed in place.
override BLOCK: u32 = 64u;
override ITERATIONS: i32 = 64;

@group(0) @binding(0) var<storage, read> kind: array<u32>;
@group(0) @binding(1) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(local_invocation_index) tid: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let i = (group.y * groups.x + group.x) * BLOCK + tid;
  if (i >= arrayLength(&kind)) {
    return;
  }
  let element = i;
  var value = data[element];
  if (kind[element] == 0u) {
    value = value * 5 + 1;
  } else {
    for (var k = 0; k < ITERATIONS; k++) {
      value = (value * 3 + 7) ^ k;
    }
  }
  data[element] = value;
}
