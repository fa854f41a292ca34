// y = A x, A column by column, as a library would: sixteen lanes take two lines of a column, the others of their block further columns.
// Dispatch: one block per 64 rows. a: WIDTH columns, column by column, each a multiple of 4 words; x: WIDTH words; y: one word per row.
override BLOCK: u32 = 64u;
override WIDTH: u32;
const LANES: u32 = 16u;

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
  let hop = step * fours;
  var k = tid / LANES;
  var sum = vec4f();
  if (row < fours) {
    for (; k + 7u * step < WIDTH; k += 8u * step) {
      let i = k * fours + row;
      sum += a[i] * x[k] + a[i + hop] * x[k + step]
        + a[i + 2u * hop] * x[k + 2u * step] + a[i + 3u * hop] * x[k + 3u * step]
        + a[i + 4u * hop] * x[k + 4u * step] + a[i + 5u * hop] * x[k + 5u * step]
        + a[i + 6u * hop] * x[k + 6u * step] + a[i + 7u * hop] * x[k + 7u * step];
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
