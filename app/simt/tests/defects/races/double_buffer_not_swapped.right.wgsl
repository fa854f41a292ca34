// Two halves take turns; here the one that is read is the one that is written.
// buffer 0: ramp 64
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
var<workgroup> tile: array<i32, 128>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  tile[tid] = data[tid];
  tile[tid + 64u] = data[tid];
  workgroupBarrier();
  for (var k = 0u; k < 3u; k++) {
    let to = ((k + 1u) % 2u) * 64u;
    let source = (k % 2u) * 64u;
    tile[to + tid] = tile[source + (tid + 1u) % 64u];
    workgroupBarrier();
  }
  data[tid] = tile[64u + tid];
}
