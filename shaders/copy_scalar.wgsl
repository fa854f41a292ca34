// Copies one word a lane.
// Dispatch: one lane per word. input, output: n words.
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
  if (i < n) {
    output[i] = input[i];
  }
}
