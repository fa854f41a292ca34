// Only every other 16-bit float of the tile was written: the rest of each word was not.
// buffer 0: ramp 32
// Expect: unwritten_read line 12
enable f16;
@group(0) @binding(0) var<storage, read_write> data: array<f16>;
var<workgroup> tile: array<f16, 64>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) tid: u32) {
  tile[2u * tid] = data[tid];
  workgroupBarrier();
  data[tid] = tile[tid];
}
