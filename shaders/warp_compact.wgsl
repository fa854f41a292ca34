// Each block moves its elements below LIMIT to its front. A ballot tells each lane how many lanes before it keep theirs.
// Dispatch: one lane per element. data: n words; kept: n words, of each block those below LIMIT, then zeros.
enable subgroups;

override BLOCK: u32 = 64u;
override LIMIT: i32 = 48;

@group(0) @binding(0) var<storage, read> data: array<i32>;
@group(0) @binding(1) var<storage, read_write> kept: array<i32>;

var<workgroup> counts: array<u32, BLOCK / 4u>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(local_invocation_index) tid: u32,
  @builtin(subgroup_size) subgroup_size: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let n = arrayLength(&data);
  let base = (group.y * groups.x + group.x) * BLOCK;
  let width = min(subgroup_size, BLOCK);
  let i = base + tid;
  // Lanes past the end keep nothing.
  var x = LIMIT;
  if (i < n) {
    x = data[i];
  }
  let votes = subgroupBallot(x < LIMIT);
  var place = 0u;
  var count = 0u;
  if (subgroupAny(x < LIMIT)) {
    // A ballot has four words of 32 lanes; narrow warps fill a part of the first.
    for (var word = 0u; word * 32u < width; word++) {
      let below = clamp(lane, word * 32u, word * 32u + 32u) - word * 32u;
      place += countOneBits(extractBits(votes[word], 0u, below));
      count += countOneBits(votes[word]);
    }
  }
  if (lane == 0u) {
    counts[tid / width] = count;
  }
  workgroupBarrier();
  var total = 0u;
  for (var k = 0u; k < BLOCK / width; k++) {
    if (k == tid / width) {
      place += total;
    }
    total += counts[k];
  }
  if (x < LIMIT) {
    kept[base + place] = x;
  }
  // The places behind the kept elements are those of lanes from total on.
  if (i < n && tid >= total) {
    kept[i] = 0;
  }
}
