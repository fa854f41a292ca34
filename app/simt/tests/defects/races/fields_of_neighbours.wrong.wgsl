// Writing one field and reading the neighbour's other field is no race; reading the same field is.
// buffer 0: ramp 128
// Expect: data_race lines 10 10
struct Cell { now: i32, next: i32 }
@group(0) @binding(0) var<storage, read_write> cells: array<Cell>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  let other = (tid + 1u) % 64u;
  cells[tid].now = cells[other].now + 1;
}
