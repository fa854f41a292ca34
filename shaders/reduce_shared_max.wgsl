// The stride halves, and each step keeps the larger of two words.
// Dispatch: one lane per element. data: n words; maxima: one word per block.
override BLOCK: u32 = 64u;

@group(0) @binding(0) var<storage, read> data: array<i32>;
@group(0) @binding(1) var<storage, read_write> maxima: array<i32>;

var<workgroup> partial: array<i32, BLOCK>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(local_invocation_index) tid: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let n = arrayLength(&data);
  let block = group.y * groups.x + group.x;
  let base = block * BLOCK;
  let i = base + tid;
  var value = -2147483648;
  if (i < n) {
    value = data[i];
  }
  partial[tid] = value;
  workgroupBarrier();
  for (var stride = BLOCK / 2u; stride > 0u; stride /= 2u) {
    if (tid < stride) {
      partial[tid] = max(partial[tid], partial[tid + stride]);
    }
    workgroupBarrier();
  }
  if (tid == 0u && base < n) {
    maxima[block] = partial[0];
  }
}
