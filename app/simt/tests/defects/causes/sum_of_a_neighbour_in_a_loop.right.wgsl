// Two barriers a round: all read, then all write.
// buffer 0: ramp 64
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> tile: array<u32, 64>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
  tile[i] = data[i];
  for (var apart = 1u; apart < 64u; apart <<= 1u) {
    workgroupBarrier();
    var sum = tile[i];
    if (i >= apart) { sum += tile[i - apart]; }
    workgroupBarrier();
    tile[i] = sum;
  }
  data[i] = tile[i];
}
