// a = b + c in a loop, four elements a pass: a quarter of the loop's own work, four times the independent loads.
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
  let step = 4u * lanes;
  let end = min(lanes * PER_LANE, arrayLength(&a));
  // A pass that starts before full has all of its elements in range.
  let full = end - min(end, 3u * lanes);
  var i = (group.y * groups.x + group.x) * BLOCK + tid;
  for (; i < full; i += step) {
    let j = i + lanes;
    let k = j + lanes;
    let l = k + lanes;
    a[i] = b[i] + c[i];
    a[j] = b[j] + c[j];
    a[k] = b[k] + c[k];
    a[l] = b[l] + c[l];
  }
  for (; i < end; i += lanes) {
    a[i] = b[i] + c[i];
  }
}
