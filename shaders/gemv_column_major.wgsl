// y = A x, one lane per row, A column by column: neighboring lanes read neighboring words.
// Dispatch: one lane per row. a: WIDTH columns, column by column; x: WIDTH words; y: one word per row.
override BLOCK: u32 = 64u;
override WIDTH: u32;

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(local_invocation_index) tid: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let rows = arrayLength(&a) / WIDTH;
  let row = (group.y * groups.x + group.x) * BLOCK + tid;
  if (row < rows) {
    var sum = 0.0;
    for (var k = 0u; k < WIDTH; k++) {
      sum += a[k * rows + row] * x[k];
    }
    y[row] = sum;
  }
}
