// Lane 0 does not take part, which WGSL calls an error.
// buffer 0: zeros 8
// widths: 8 32 64
// Expect: inactive_lane_read line 8; not_uniform line 8
enable subgroups; @group(0) @binding(0) var<storage, read_write> result: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
  if (i >= 4u) { result[i] = subgroupBroadcast(i, 0u); }
}
