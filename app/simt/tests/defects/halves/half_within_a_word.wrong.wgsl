// Even lanes read the other half of the word that they write: their neighbour writes it.
// buffer 0: ramp 32
// Expect: data_race lines 10 12
enable f16;
@group(0) @binding(0) var<storage, read_write> data: array<f16>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  if (tid % 2u == 0u) {
    data[tid] = data[tid + 1u] * 2.0h;
  } else {
    data[tid] = data[tid] * 2.0h;
  }
}
