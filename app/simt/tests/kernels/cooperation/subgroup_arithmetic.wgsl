// buffer 0: zeros 32
enable subgroups; diagnostic(off, subgroup_uniformity); @group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) tid: u32, @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_id) warp: u32) {
  let x = tid + 1u;
  data[tid] = subgroupAdd(x);
  data[8u + tid] = subgroupInclusiveAdd(x);
  data[16u + tid] = subgroupExclusiveMul(x);
  if (lane % 2u == 1u) {
    data[24u + tid] = subgroupMax(x) + subgroupMin(x) * 100u;
  }
}
