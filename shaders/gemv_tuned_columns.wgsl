// y = A x, A column by column, as a library would: eight lanes take a line of a column, the others of their block further columns.
// Dispatch: one block per 32 rows. a: WIDTH columns, column by column, each a multiple of 4 words; x: WIDTH words; y: one word per row.
override BLOCK: u32 = 64u;
override WIDTH: u32;
const LANES: u32 = 8u;

@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;

var<workgroup> partial: array<vec4f, BLOCK>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(local_invocation_index) tid: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let fours = arrayLength(&a) / WIDTH;
  let row = (group.y * groups.x + group.x) * LANES + tid % LANES;
  let step = BLOCK / LANES;
  var k = tid / LANES;
  var sum = vec4f();
  if (row < fours) {
    for (; k + 3u * step < WIDTH; k += 4u * step) {
      sum += a[k * fours + row] * x[k] + a[(k + step) * fours + row] * x[k + step]
        + a[(k + 2u * step) * fours + row] * x[k + 2u * step] + a[(k + 3u * step) * fours + row] * x[k + 3u * step];
    }
    for (; k < WIDTH; k += step) {
      sum += a[k * fours + row] * x[k];
    }
  }
  partial[tid] = sum;
  workgroupBarrier();
  if (tid < LANES && row < fours) {
    for (var other = tid + LANES; other < BLOCK; other += LANES) {
      sum += partial[other];
    }
    y[row] = sum;
  }
}
