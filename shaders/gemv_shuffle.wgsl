// y = A x, A column by column: each lane of a warp holds one word of x, and the warp hands them round from register to register.
// Dispatch: one lane per row. a: WIDTH columns, column by column; x: WIDTH words; y: one word per row.
enable subgroups;

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
  @builtin(subgroup_size) subgroup_size: u32,
  @builtin(subgroup_invocation_id) lane: u32,
) {
  let rows = arrayLength(&a) / WIDTH;
  let row = (group.y * groups.x + group.x) * BLOCK + tid;
  let width = min(subgroup_size, BLOCK);
  var sum = 0.0;
  for (var first = 0u; first < WIDTH; first += width) {
    var mine = 0.0;
    if (first + lane < WIDTH) {
      mine = x[first + lane];
    }
    let columns = min(width, WIDTH - first);
    for (var k = 0u; k < columns; k++) {
      let value = subgroupShuffle(mine, k);
      if (row < rows) {
        sum += a[(first + k) * rows + row] * value;
      }
    }
  }
  if (row < rows) {
    y[row] = sum;
  }
}
