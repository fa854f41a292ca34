// Folds eight blocks of data, reduces interleaved to 64 words; one warp adds those in six steps.
// Dispatch: one lane per eight elements. data: n words, reduced in place; sums: one word per block.
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
  let base = block * BLOCK * 8u;
  let i = base + tid;
  if (i + 7u * BLOCK < n) {
    data[i] += data[i + BLOCK] + data[i + 2u * BLOCK] + data[i + 3u * BLOCK]
      + data[i + 4u * BLOCK] + data[i + 5u * BLOCK] + data[i + 6u * BLOCK] + data[i + 7u * BLOCK];
  } else {
    for (var k = i + BLOCK; k < n; k += BLOCK) {
      data[i] += data[k];
    }
  }
  storageBarrier();
  for (var stride = BLOCK / 2u; stride > 32u; stride /= 2u) {
    if (tid < stride && i + stride < n) {
      data[i] += data[i + stride];
    }
    storageBarrier();
  }
  // No barriers: right only where at least 32 lanes run in lockstep.
  if (tid < 32u && base + 64u <= n) {
    data[i] += data[i + 32u];
    data[i] += data[i + 16u];
    data[i] += data[i + 8u];
    data[i] += data[i + 4u];
    data[i] += data[i + 2u];
    data[i] += data[i + 1u];
  } else if (tid == 0u) {
    for (var k = base + 1u; k < n; k++) {
      data[base] += data[k];
    }
  }
  if (tid == 0u && base < n) {
    sums[block] = data[base];
  }
}
