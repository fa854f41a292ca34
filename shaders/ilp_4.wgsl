// Four chains of one multiplication and addition a pass: none waits for another.
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
  var y = f32(tid) + 1.0;
  var z = f32(tid) + 2.0;
  var w = f32(tid) + 3.0;
  for (var k = 0; k < ITERATIONS; k++) {
    x = x * factor + term;
    y = y * factor + term;
    z = z * factor + term;
    w = w * factor + term;
  }
  results[i] = x + y + z + w;
}
