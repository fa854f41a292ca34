// The first level of a tree of launches: each block asks for GRID blocks of the next, in one indirect dispatch.
// Dispatch: GRID blocks; then DEPTH - 1 times the child.
// arguments: 5 words, the next dispatch's x, y, z, its level and its first block's number in the tree;
// log: word 0 for the host, then one word per block of the tree, each its level.
override BLOCK: u32 = 64u;
override GRID: u32 = 2u;
override DEPTH: u32 = 3u;

@group(0) @binding(0) var<storage, read_write> arguments: array<u32>;
@group(0) @binding(1) var<storage, read_write> log: array<u32>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(local_invocation_index) tid: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let level = 1u;
  let first = 1u;
  let number = first + group.x;
  if (tid == 0u && number < arrayLength(&log)) {
    log[number] = level;
  }
  if (tid == 0u && group.x == 0u) {
    // No blocks below the deepest level: that dispatch does nothing.
    arguments[0] = select(0u, groups.x * GRID, level < DEPTH);
    arguments[1] = 1u;
    arguments[2] = 1u;
    arguments[3] = level + 1u;
    arguments[4] = first * GRID + 1u;
  }
}
