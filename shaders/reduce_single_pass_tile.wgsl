// Each lane asks for four vectors before it adds the first, so that many bytes are on their way at once.
// Dispatch: one lane per four vectors. data: n / 4 vectors of four words (n is a multiple of 4); total: one word that starts at zero.
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
  let i = (group.y * groups.x + group.x) * BLOCK * 4u + tid;
  let width = min(subgroup_size, BLOCK);
  var four = vec4i();
  if (i + 3u * BLOCK < n) {
    four = data[i] + data[i + BLOCK] + data[i + 2u * BLOCK] + data[i + 3u * BLOCK];
  } else {
    for (var k = i; k < n; k += BLOCK) {
      four += data[k];
    }
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
