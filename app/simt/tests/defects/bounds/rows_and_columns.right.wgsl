// Inside the buffer, but past the end of the row.
// buffer 0: ramp 16
// buffer 1: zeros 8
@group(0) @binding(0) var<storage, read> grid: array<array<i32, 4>, 4>;
@group(0) @binding(1) var<storage, read_write> result: array<i32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) tid: u32) {
  result[tid] = grid[1][min(tid + 1u, 3u)];
}
