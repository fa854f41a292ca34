// y = A x, A column by column: the block fetches BLOCK words of x at a time into shared memory, where all lanes read them.
// Dispatch: one lane per row. a: WIDTH columns, column by column; x: WIDTH words; y: one word per row.
override BLOCK: u32 = 64u;
override WIDTH: u32;

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

var<workgroup> x_tile: array<f32, BLOCK>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(local_invocation_index) tid: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let rows = arrayLength(&a) / WIDTH;
  let row = (group.y * groups.x + group.x) * BLOCK + tid;
  var sum = 0.0;
  for (var first = 0u; first < WIDTH; first += BLOCK) {
    if (first + tid < WIDTH) {
      x_tile[tid] = x[first + tid];
    }
    workgroupBarrier();
    let columns = min(BLOCK, WIDTH - first);
    if (row < rows) {
      for (var k = 0u; k < columns; k++) {
        sum += a[(first + k) * rows + row] * x_tile[k];
      }
    }
    workgroupBarrier();
  }
  if (row < rows) {
    y[row] = sum;
  }
}
