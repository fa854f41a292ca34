// Each lane asks for four vectors before it adds the first, so that many bytes are on their way at once.
// Dispatch: any number of blocks. data: n / 4 vectors of four words (n is a multiple of 4); total: one word that starts at zero.
enable subgroups;

override BLOCK: u32 = 64u;

@group(0) @binding(0) var<storage, read> data: array<vec4i>;
@group(0) @binding(1) var<storage, read_write> total: atomic<i32>;

var<workgroup> partial: array<i32, BLOCK / 4u>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(local_invocation_index) tid: u32,
  @builtin(subgroup_size) subgroup_size: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let n = arrayLength(&data);
  let tile = BLOCK * 4u;
  let step = groups.x * groups.y * tile;
  let width = min(subgroup_size, BLOCK);
  var i = (group.y * groups.x + group.x) * tile + tid;
  var four = vec4i();
  for (; i + 3u * BLOCK < n; i += step) {
    four += data[i] + data[i + BLOCK] + data[i + 2u * BLOCK] + data[i + 3u * BLOCK];
  }
  for (; i < n; i += BLOCK) {
    four += data[i];
  }
  var sum = subgroupAdd(four.x + four.y + four.z + four.w);
  if (lane == 0u) {
    partial[tid / width] = sum;
  }
  workgroupBarrier();
  sum = 0;
  if (tid < width) {
    for (var k = tid; k < BLOCK / width; k += width) {
      sum += partial[k];
    }
  }
  sum = subgroupAdd(sum);
  if (tid == 0u) {
    atomicAdd(&total, sum);
  }
}
