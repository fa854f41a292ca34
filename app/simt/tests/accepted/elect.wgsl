// words: 1 0 0 0
enable subgroups;

@group(0) @binding(0) var<storage, read_write> r: array<u32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
  r[i] = u32(subgroupElect());
}
