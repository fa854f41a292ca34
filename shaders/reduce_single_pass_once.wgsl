// One tile a block, and an atomic for each warp in place of the second sum: for data that the cache holds.
// Dispatch: one lane per sixteen elements. data: n / 4 vectors of four words (n is a multiple of 4); total: one word that starts at zero.
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
  let i = (group.y * groups.x + group.x) * BLOCK * 4u + tid;
  var four = vec4i();
  if (i < n) {
    four += data[i];
  }
  if (i + BLOCK < n) {
    four += data[i + BLOCK];
  }
  if (i + 2u * BLOCK < n) {
    four += data[i + 2u * BLOCK];
  }
  if (i + 3u * BLOCK < n) {
    four += data[i + 3u * BLOCK];
  }
  let sum = subgroupAdd(four.x + four.y + four.z + four.w);
  if (lane == 0u) {
    atomicAdd(&of_block, sum);
  }
  workgroupBarrier();
  if (tid == 0u) {
    atomicAdd(&total, atomicLoad(&of_block));
  }
}
