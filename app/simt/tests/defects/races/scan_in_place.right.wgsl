// A scan step reads the word that another lane is just adding to.
// buffer 0: ramp 64
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
var<workgroup> tile: array<i32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  tile[tid] = data[tid];
  workgroupBarrier();
  for (var offset = 1u; offset < 64u; offset *= 2u) {
    var add = 0;
    if (tid >= offset) { add = tile[tid - offset]; }
    workgroupBarrier();
    tile[tid] += add;
    workgroupBarrier();
  }
  data[tid] = tile[tid];
}
