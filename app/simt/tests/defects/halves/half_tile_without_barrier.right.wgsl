// Lanes write neighbouring 16-bit floats of a tile, and read those of others without a barrier.
// buffer 0: ramp 32
enable f16;
@group(0) @binding(0) var<storage, read_write> data: array<f16>;
var<workgroup> tile: array<f16, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  tile[tid] = data[tid];
  workgroupBarrier();
  data[tid] = tile[63u - tid];
}
