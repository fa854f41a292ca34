// The next iteration refills the tile while others still read it.
// buffer 0: ramp 256
// Expect: data_race lines 11 13
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
var<workgroup> tile: array<i32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  var sum = 0;
  for (var k = 0u; k < 4u; k++) {
    tile[tid] = data[k * 64u + tid];
    workgroupBarrier();
    sum += tile[63u - tid];
  }
  data[tid] = sum;
}
