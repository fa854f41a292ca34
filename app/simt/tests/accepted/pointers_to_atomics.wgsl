// words: 6 6 0 0
@group(0) @binding(0) var<storage, read_write> r: array<u32>;

var<workgroup> counts: array<atomic<u32>, 4>;

fn bump(count: ptr<workgroup, atomic<u32>>, by: u32) -> u32 {
  return atomicAdd(count, by);
}

fn twice(all: ptr<workgroup, array<atomic<u32>, 4>>, at: u32) {
  _ = bump(&(*all)[at], 1u);
  _ = bump(&all[at], 2u);
}

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
  twice(&counts, i % 2u);
  workgroupBarrier();
  r[i] = atomicLoad(&counts[i]);
}
