// Every stride is a constant: no loop, no division, and whole blocks are asked about their end once.
// Dispatch: one lane per element, blocks of 32 or more. data: n words, reduced in place; sums: one word per block.
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
  if (base + BLOCK <= n) {
    if (tid % 2u == 0u) {
      data[i] += data[i + 1u];
    }
    storageBarrier();
    if (tid % 4u == 0u) {
      data[i] += data[i + 2u];
    }
    storageBarrier();
    if (tid % 8u == 0u) {
      data[i] += data[i + 4u];
    }
    storageBarrier();
    if (tid % 16u == 0u) {
      data[i] += data[i + 8u];
    }
    storageBarrier();
    if (tid % 32u == 0u) {
      data[i] += data[i + 16u];
    }
    if (BLOCK >= 64u) {
      storageBarrier();
      if (tid % 64u == 0u) {
        data[i] += data[i + 32u];
      }
    }
    if (BLOCK >= 128u) {
      storageBarrier();
      if (tid % 128u == 0u) {
        data[i] += data[i + 64u];
      }
    }
    if (BLOCK >= 256u) {
      storageBarrier();
      if (tid % 256u == 0u) {
        data[i] += data[i + 128u];
      }
    }
    if (BLOCK >= 512u) {
      storageBarrier();
      if (tid % 512u == 0u) {
        data[i] += data[i + 256u];
      }
    }
    if (BLOCK >= 1024u) {
      storageBarrier();
      if (tid % 1024u == 0u) {
        data[i] += data[i + 512u];
      }
    }
    if (tid == 0u) {
      sums[block] = data[base];
    }
    return;
  }
  for (var stride = 1u; stride < BLOCK; stride *= 2u) {
    if (tid % (2u * stride) == 0u && i + stride < n) {
      data[i] += data[i + stride];
    }
    storageBarrier();
  }
  if (tid == 0u && base < n) {
    sums[block] = data[base];
  }
}
