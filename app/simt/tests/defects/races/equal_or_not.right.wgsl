// Several lanes write one word; most write the same value, but one does not.
// buffer 0: zeros 1
@group(0) @binding(0) var<storage, read_write> result: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  if (tid == 37u) { result[0] = 2u; }
}
