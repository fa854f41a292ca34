// The whole tree is written out; each step asks at run time whether the block is large enough.
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
  let lanes = BLOCK;
  if (i + 7u * BLOCK < n) {
    data[i] += data[i + BLOCK] + data[i + 2u * BLOCK] + data[i + 3u * BLOCK]
      + data[i + 4u * BLOCK] + data[i + 5u * BLOCK] + data[i + 6u * BLOCK] + data[i + 7u * BLOCK];
  } else {
    for (var k = i + BLOCK; k < n; k += BLOCK) {
      data[i] += data[k];
    }
  }
  storageBarrier();
  if (lanes >= 1024u && tid < 512u && i + 512u < n) {
    data[i] += data[i + 512u];
  }
  storageBarrier();
  if (lanes >= 512u && tid < 256u && i + 256u < n) {
    data[i] += data[i + 256u];
  }
  storageBarrier();
  if (lanes >= 256u && tid < 128u && i + 128u < n) {
    data[i] += data[i + 128u];
  }
  storageBarrier();
  if (lanes >= 128u && tid < 64u && i + 64u < n) {
    data[i] += data[i + 64u];
  }
  storageBarrier();
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
