// y = A x, A column by column, x in constant memory: all lanes read the same word of x, which is handed to all at once.
// Dispatch: one lane per row, once per piece of PIECE columns, the first of them FIRST.
// a: WIDTH columns, a multiple of 4, column by column; x: the piece's words; y: one word per row, zero before the first piece.
override BLOCK: u32 = 64u;
override WIDTH: u32;
override FIRST: u32 = 0u;
const PIECE: u32 = 16384u;
override COLUMNS: u32 = min(PIECE, WIDTH - FIRST);

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<uniform> x: array<vec4f, PIECE / 4u>;
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
    var sum = y[row];
    for (var k = 0u; k < COLUMNS / 4u; k++) {
      let four = x[k];
      let first = (FIRST + 4u * k) * rows + row;
      sum += a[first] * four.x;
      sum += a[first + rows] * four.y;
      sum += a[first + 2u * rows] * four.z;
      sum += a[first + 3u * rows] * four.w;
    }
    y[row] = sum;
  }
}
