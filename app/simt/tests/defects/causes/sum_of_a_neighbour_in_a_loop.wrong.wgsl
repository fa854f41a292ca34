// One statement reads a neighbour and writes, in a branch of a loop.
// buffer 0: ramp 64
// Expect: data_race lines 10 10
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> tile: array<u32, 64>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
  tile[i] = data[i];
  for (var apart = 1u; apart < 64u; apart <<= 1u) {
    workgroupBarrier(); if (i >= apart) { tile[i] = tile[i] + tile[i - apart]; }
  }
  data[i] = tile[i];
}
