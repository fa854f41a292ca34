// The last six steps are written out, and each ends at a barrier that all lanes reach.
// Dispatch: one lane per two elements. data: n words; sums: one word per block.
override BLOCK: u32 = 64u;

@group(0) @binding(0) var<storage, read> data: array<i32>;
@group(0) @binding(1) var<storage, read_write> sums: array<i32>;

var<workgroup> partial: array<i32, BLOCK>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(local_invocation_index) tid: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let n = arrayLength(&data);
  let block = group.y * groups.x + group.x;
  let base = block * BLOCK * 2u;
  let i = base + tid;
  var value = 0;
  if (i < n) {
    value = data[i];
  }
  if (i + BLOCK < n) {
    value += data[i + BLOCK];
  }
  partial[tid] = value;
  workgroupBarrier();
  for (var stride = BLOCK / 2u; stride > 32u; stride /= 2u) {
    if (tid < stride) {
      partial[tid] += partial[tid + stride];
    }
    workgroupBarrier();
  }
  if (tid < 32u) {
    partial[tid] += partial[tid + 32u];
  }
  workgroupBarrier();
  if (tid < 16u) {
    partial[tid] += partial[tid + 16u];
  }
  workgroupBarrier();
  if (tid < 8u) {
    partial[tid] += partial[tid + 8u];
  }
  workgroupBarrier();
  if (tid < 4u) {
    partial[tid] += partial[tid + 4u];
  }
  workgroupBarrier();
  if (tid < 2u) {
    partial[tid] += partial[tid + 2u];
  }
  workgroupBarrier();
  if (tid < 1u) {
    partial[tid] += partial[tid + 1u];
  }
  workgroupBarrier();
  if (tid == 0u && base < n) {
    sums[block] = partial[0];
  }
}
