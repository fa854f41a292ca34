// status: 1
// arguments: --workgroups 1 --texture 0.0=32
@group(0) @binding(0) var line: texture_storage_1d<r32uint, read_write>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) lane: u32) {
  let value = textureLoad(line, 31 - lane);
  storageBarrier();
  textureStore(line, lane, value);
}
