// All lanes write the same 16-bit float to one place; in the other half of the word one lane writes another value.
// buffer 0: zeros 1
enable f16;
@group(0) @binding(0) var<storage, read_write> found: array<f16>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  if (tid == 5u) {
    found[0] = 1.0h;
  }
  if (tid == 7u) {
    found[1] = 2.0h;
  }
}
