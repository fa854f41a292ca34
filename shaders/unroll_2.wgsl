// a = b + c in a loop, two elements a pass: half the loop's own work, twice the independent loads.
// Dispatch: one lane per PER_LANE elements, which lie as far apart as there are lanes. a, b, c: n words.
override BLOCK: u32 = 64u;
override PER_LANE: u32 = 16u;

@group(0) @binding(0) var<storage, read_write> a: array<i32>;
@group(0) @binding(1) var<storage, read> b: array<i32>;
@group(0) @binding(2) var<storage, read> c: array<i32>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(local_invocation_index) tid: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let lanes = groups.x * groups.y * BLOCK;
  let step = 2u * lanes;
  let end = min(lanes * PER_LANE, arrayLength(&a));
  // A pass that starts before full has all of its elements in range.
  let full = end - min(end, lanes);
  var i = (group.y * groups.x + group.x) * BLOCK + tid;
  for (; i < full; i += step) {
    let j = i + lanes;
    a[i] = b[i] + c[i];
    a[j] = b[j] + c[j];
  }
  for (; i < end; i += lanes) {
    a[i] = b[i] + c[i];
  }
}
