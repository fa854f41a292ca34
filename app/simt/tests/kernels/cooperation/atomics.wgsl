// buffer 0: ramp 8
@group(0) @binding(0) var<storage, read_write> data: array<atomic<u32>>;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) tid: u32) {
  let old = atomicAdd(&data[0], tid + 1u);
  atomicMax(&data[1], tid);
  atomicOr(&data[2], 1u << tid);
  let swapped = atomicCompareExchangeWeak(&data[3], 3u, 100u + tid);
  if (swapped.exchanged) {
    atomicStore(&data[4], swapped.old_value);
  }
  atomicStore(&data[5], old);
}
