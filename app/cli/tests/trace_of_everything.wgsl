// A kernel whose trace has every kind of event.
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> tile: array<u32, 8>;
var<workgroup> sum: atomic<u32>;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
  var value = data[i];
  if (i % 2u == 0u) {
    value += 1u;
  } else {
    value += 2u;
  }
  for (var k = 0u; k < 2u; k++) {
    tile[i] = value;
    atomicAdd(&sum, value);
    workgroupBarrier();
    value = tile[7u - i];
    workgroupBarrier();
  }
  data[i] = value;
}
