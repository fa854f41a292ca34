// Every stride is a constant, and whole blocks are asked about their end once: whole warps work or rest.
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
  if (base + BLOCK <= n) {
    if (tid < BLOCK / 2u) {
      let i = base + 2u * tid;
      data[i] += data[i + 1u];
    }
    storageBarrier();
    if (tid < BLOCK / 4u) {
      let i = base + 4u * tid;
      data[i] += data[i + 2u];
    }
    storageBarrier();
    if (tid < BLOCK / 8u) {
      let i = base + 8u * tid;
      data[i] += data[i + 4u];
    }
    storageBarrier();
    if (tid < BLOCK / 16u) {
      let i = base + 16u * tid;
      data[i] += data[i + 8u];
    }
    storageBarrier();
    if (tid < BLOCK / 32u) {
      let i = base + 32u * tid;
      data[i] += data[i + 16u];
    }
    if (BLOCK >= 64u) {
      storageBarrier();
      if (tid < BLOCK / 64u) {
        let i = base + 64u * tid;
        data[i] += data[i + 32u];
      }
    }
    if (BLOCK >= 128u) {
      storageBarrier();
      if (tid < BLOCK / 128u) {
        let i = base + 128u * tid;
        data[i] += data[i + 64u];
      }
    }
    if (BLOCK >= 256u) {
      storageBarrier();
      if (tid < BLOCK / 256u) {
        let i = base + 256u * tid;
        data[i] += data[i + 128u];
      }
    }
    if (BLOCK >= 512u) {
      storageBarrier();
      if (tid < BLOCK / 512u) {
        let i = base + 512u * tid;
        data[i] += data[i + 256u];
      }
    }
    if (BLOCK >= 1024u) {
      storageBarrier();
      if (tid < BLOCK / 1024u) {
        let i = base + 1024u * tid;
        data[i] += data[i + 512u];
      }
    }
    if (tid == 0u) {
      sums[block] = data[base];
    }
    return;
  }
  for (var stride = 1u; stride < BLOCK; stride *= 2u) {
    let i = base + 2u * stride * tid;
    if (i < base + BLOCK && i + stride < n) {
      data[i] += data[i + stride];
    }
    storageBarrier();
  }
  if (tid == 0u && base < n) {
    sums[block] = data[base];
  }
}
