// All lanes take part.
// buffer 0: zeros 8
// widths: 8 32 64
enable subgroups; @group(0) @binding(0) var<storage, read_write> result: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
  let first = subgroupBroadcast(i, 0u);
  if (i >= 4u) { result[i] = first; }
}
