// Each lane asks for its next two vectors before it adds the two that it has, so that some are always on their way.
// Dispatch: no more blocks than tiles of 8 · BLOCK words. data: n / 4 vectors of four words (n fills its tiles); total: one word
// that starts at zero.
enable subgroups;

override BLOCK: u32 = 64u;

@group(0) @binding(0) var<storage, read> data: array<vec4i>;
@group(0) @binding(1) var<storage, read_write> total: atomic<i32>;

var<workgroup> of_block: atomic<i32>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(local_invocation_index) tid: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let n = arrayLength(&data);
  let tile = BLOCK * 2u;
  let step = groups.x * groups.y * tile;
  var i = (group.y * groups.x + group.x) * tile + tid;
  var four = vec4i();
  var one = data[i];
  var other = data[i + BLOCK];
  for (i += step; i < n; i += step) {
    let next_one = data[i];
    let next_other = data[i + BLOCK];
    four += one + other;
    one = next_one;
    other = next_other;
  }
  four += one + other;
  let sum = subgroupAdd(four.x + four.y + four.z + four.w);
  if (lane == 0u) {
    atomicAdd(&of_block, sum);
  }
  workgroupBarrier();
  if (tid == 0u) {
    atomicAdd(&total, atomicLoad(&of_block));
  }
}
