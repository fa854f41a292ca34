// The scalar lies in the padding of the vector, but is no part of it.
// buffer 0: zeros 8
struct Cell { place: vec3u, mark: u32 }
@group(0) @binding(0) var<storage, read_write> cells: array<Cell>;
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32) {
  if (i == 0u) {
    cells[1].place.x = 7u;
  } else if (i == 1u) {
    cells[1].mark = 9u;
  }
}
