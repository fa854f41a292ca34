// Even and odd lanes take different paths, in loops whose length is read from memory: no compiler knows that they end.
// Dispatch: one lane per element. data: n words, changed in place; iterations: 1 word.
override BLOCK: u32 = 64u;

@group(0) @binding(0) var<storage, read_write> data: array<i32>;
@group(0) @binding(1) var<storage, read> iterations: array<i32>;

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
  let last = iterations[0];
  var value = data[i];
  if (i % 2u == 0u) {
    for (var k = 0; k < last; k++) {
      value = (value * 5 + 1) ^ k;
    }
  } else {
    for (var k = 0; k < last; k++) {
      value = (value * 3 + 7) ^ k;
    }
  }
  data[i] = value;
}
