// Copies four words a lane, which lie as far apart as there are lanes: all loads are under way before the first store.
// Dispatch: one lane per four words. input, output: n words.
override BLOCK: u32 = 64u;

@group(0) @binding(0) var<storage, read> input: array<i32>;
@group(0) @binding(1) var<storage, read_write> output: array<i32>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(local_invocation_index) tid: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let n = arrayLength(&input);
  let i = (group.y * groups.x + group.x) * BLOCK + tid;
  let lanes = groups.x * groups.y * BLOCK;
  if (i + 3u * lanes < n) {
    let first = input[i];
    let second = input[i + lanes];
    let third = input[i + 2u * lanes];
    let fourth = input[i + 3u * lanes];
    output[i] = first;
    output[i + lanes] = second;
    output[i + 2u * lanes] = third;
    output[i + 3u * lanes] = fourth;
  } else {
    for (var k = i; k < n; k += lanes) {
      output[k] = input[k];
    }
  }
}
