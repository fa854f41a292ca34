// Each lane reads its right neighbour's 16-bit float while that one writes it: inside a warp, and inside a word.
// buffer 0: ramp 32
enable f16;
@group(0) @binding(0) var<storage, read_write> data: array<f16>;

@compute @workgroup_size(63)
fn main(@builtin(local_invocation_index) tid: u32) {
  let next = data[tid + 1u];
  storageBarrier();
  data[tid] = next;
}
