// Neighbored pairs by the first lanes until 64 sums are left; one warp adds those in six steps.
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
  for (var stride = 1u; stride < BLOCK / 64u; stride *= 2u) {
    let i = base + 2u * stride * tid;
    if (i < base + BLOCK && i + stride < n) {
      data[i] += data[i + stride];
    }
    storageBarrier();
  }
  // The 64 sums lie this many words apart.
  let apart = BLOCK / 64u;
  let i = base + apart * tid;
  // No barriers: right only where at least 32 lanes run in lockstep.
  if (tid < 32u && base + BLOCK <= n) {
    data[i] += data[i + 32u * apart];
    data[i] += data[i + 16u * apart];
    data[i] += data[i + 8u * apart];
    data[i] += data[i + 4u * apart];
    data[i] += data[i + 2u * apart];
    data[i] += data[i + apart];
  } else if (tid == 0u) {
    for (var k = base + apart; k < n; k += apart) {
      data[base] += data[k];
    }
  }
  if (tid == 0u && base < n) {
    sums[block] = data[base];
  }
}
