// buffer 0: zeros 48
enable subgroups; diagnostic(off, subgroup_uniformity); @group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) tid: u32, @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_id) warp: u32) {
  data[tid] = subgroupShuffleDown(tid, 1u);
  data[8u + tid] = subgroupShuffleXor(tid, 2u);
  data[16u + tid] = subgroupBroadcast(tid, 3u);
  data[24u + tid] = subgroupBallot(tid % 3u == 0u).x;
  data[32u + tid] = quadSwapX(tid) * 10u + quadBroadcast(tid, 2u);
  if (lane > 1u) {
    data[40u + tid] = subgroupBroadcastFirst(tid) + u32(subgroupAll(lane > 1u)) * 10u;
  }
}
