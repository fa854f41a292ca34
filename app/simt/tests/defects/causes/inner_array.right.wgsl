// Six cells.
// buffer 0: zeros 8
struct Row { cells: array<u32, 6>, used: u32 }
@group(0) @binding(0) var<storage, read_write> rows: array<Row>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
  if (i < 6u) { rows[0].cells[i] = i; }
}
