// The same additions, handed to the first lanes: whole warps work or rest.
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
