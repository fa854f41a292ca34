// y = A x, A row by row, as a library would: a block for each row, four words a load, and the warps' sums added up.
// Dispatch: one block per row. a: WIDTH columns, a multiple of 4, row by row; x: WIDTH words; y: one word per row.
enable subgroups;

override BLOCK: u32 = 64u;
override WIDTH: u32;

@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

var<workgroup> partial: array<f32, BLOCK / 4u>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(local_invocation_index) tid: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(subgroup_size) subgroup_size: u32,
  @builtin(subgroup_invocation_id) lane: u32,
) {
  let fours = WIDTH / 4u;
  let width = min(subgroup_size, BLOCK);
  let rows = arrayLength(&a) / fours;
  let row = group.y * groups.x + group.x;
  var sum = 0.0;
  if (row < rows) {
    for (var k = tid; k < fours; k += BLOCK) {
      sum += dot(a[row * fours + k], x[k]);
    }
  }
  sum = subgroupAdd(sum);
  if (lane == 0u) {
    partial[tid / width] = sum;
  }
  workgroupBarrier();
  if (tid == 0u && row < rows) {
    var total = 0.0;
    for (var k = 0u; k * width < BLOCK; k++) {
      total += partial[k];
    }
    y[row] = total;
  }
}
