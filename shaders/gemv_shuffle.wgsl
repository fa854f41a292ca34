// y = A x, A column by column: each lane of a warp holds one word of x, and the warp hands them round from register to register.
// Dispatch: one lane per row. a: WIDTH columns, column by column; x: WIDTH words, a multiple of 4; y: one word per row.
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
  let own = (group.y * groups.x + group.x) * BLOCK + tid;
  // A lane without a row repeats the last one, so that no loop needs a condition.
  let row = min(own, rows - 1u);
  let width = min(min(subgroup_size, BLOCK), WIDTH);
  // Compilers unroll a loop of a known length: 32 columns at a time, or 4 where warps are narrower.
  let unrolled = width - width % 32u;
  var sum = 0.0;
  for (var first = 0u; first < WIDTH; first += width) {
    let mine = x[min(first + lane, WIDTH - 1u)];
    for (var start = 0u; start < unrolled; start += 32u) {
      for (var k = 0u; k < 32u; k++) {
        sum += a[(first + start + k) * rows + row] * subgroupShuffle(mine, start + k);
      }
    }
    for (var start = unrolled; start < width; start += 4u) {
      for (var k = 0u; k < 4u; k++) {
        sum += a[(first + start + k) * rows + row] * subgroupShuffle(mine, start + k);
      }
    }
  }
  if (own < rows) {
    y[own] = sum;
  }
}
