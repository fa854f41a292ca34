// arguments: --workgroups 1 --buffer 0.0=zeros:4
// A function returns from its call, not from the kernel: that nothing was stored has another cause.
@group(0) @binding(0) var<storage, read_write> found: array<u32>;
fn hash(key: u32) -> u32 {
  if (key > 100u) { return 0u; }
  return key * 2654435761u;
}
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) thread: u32) {
  let key = hash(thread);
  if (key == 12345u) { found[0] = thread; }
}
