// A barrier for each memory.
// buffer 0: zeros 32
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> tile: array<u32, 32>;
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32) {
  tile[i] = i;
  data[i] = i + 5u;
  workgroupBarrier(); storageBarrier(); let both = tile[31u - i] + data[31u - i];
  storageBarrier(); data[i] = both;
}
