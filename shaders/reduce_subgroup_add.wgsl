// Each warp adds its lanes in one operation; the first warp then adds one sum per warp.
// Dispatch: one lane per element. data: n words; sums: one word per block.
enable subgroups;

override BLOCK: u32 = 64u;

@group(0) @binding(0) var<storage, read> data: array<i32>;
@group(0) @binding(1) var<storage, read_write> sums: array<i32>;

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
  let block = group.y * groups.x + group.x;
  let base = block * BLOCK;
  let width = min(subgroup_size, BLOCK);
  let i = base + tid;
  var sum = 0;
  if (i < n) {
    sum = data[i];
  }
  sum = subgroupAdd(sum);
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
  if (tid == 0u && base < n) {
    sums[block] = sum;
  }
}
