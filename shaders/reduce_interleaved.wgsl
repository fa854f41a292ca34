// The stride starts at half a block and shrinks: working lanes touch words side by side.
// Dispatch: one lane per element. data: n words, reduced in place; sums: one word per block.
override BLOCK: u32 = 64u;

@group(0) @binding(0) var<storage, read_write> data: array<i32>;
@group(0) @binding(1) var<storage, read_write> sums: array<i32>;

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
  for (var stride = BLOCK / 2u; stride > 0u; stride /= 2u) {
    if (tid < stride && i + stride < n) {
      data[i] += data[i + stride];
    }
    storageBarrier();
  }
  if (tid == 0u && base < n) {
    sums[block] = data[base];
  }
}
