// One chain of four multiplications and additions a pass: each waits for the one before.
// Dispatch: one lane per word of results. results: n words; coefficients: 2 words, factor and term.
override BLOCK: u32 = 64u;
override ITERATIONS: i32 = 64;

@group(0) @binding(0) var<storage, read_write> results: array<f32>;
@group(0) @binding(1) var<storage, read> coefficients: array<f32>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(local_invocation_index) tid: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let i = (group.y * groups.x + group.x) * BLOCK + tid;
  if (i >= arrayLength(&results)) {
    return;
  }
  let factor = coefficients[0];
  let term = coefficients[1];
  var x = f32(tid);
  for (var k = 0; k < ITERATIONS; k++) {
    x = x * factor + term;
    x = x * factor + term;
    x = x * factor + term;
    x = x * factor + term;
  }
  results[i] = x;
}
