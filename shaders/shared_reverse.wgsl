// Load to shared memory, synchronize, work there, write back: here the work turns the block's words around.
// Dispatch: one lane per element. data: n words, each block's reversed in place.
override BLOCK: u32 = 64u;

@group(0) @binding(0) var<storage, read_write> data: array<i32>;

var<workgroup> tile: array<i32, BLOCK>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(local_invocation_index) tid: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let n = arrayLength(&data);
  let base = (group.y * groups.x + group.x) * BLOCK;
  let i = base + tid;
  if (i < n) {
    tile[tid] = data[i];
  }
  workgroupBarrier();
  let other = min(base + BLOCK, n) - 1u - i;
  if (i < n && tid < other) {
    let kept = tile[tid];
    tile[tid] = tile[other];
    tile[other] = kept;
  }
  workgroupBarrier();
  if (i < n) {
    data[i] = tile[tid];
  }
}
