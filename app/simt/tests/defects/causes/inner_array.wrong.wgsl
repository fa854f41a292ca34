// The guard belongs to the array inside of the structure.
// buffer 0: zeros 8
// Expect: out_of_bounds line 8
struct Row { cells: array<u32, 6>, used: u32 }
@group(0) @binding(0) var<storage, read_write> rows: array<Row>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
  rows[0].cells[i] = i;
}
