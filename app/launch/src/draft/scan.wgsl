// An inclusive scan in three passes: each block scans its part, one block scans the blocks' sums, and each block adds
// the sum of the blocks before it.
override BLOCK: u32 = 64;

@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

var<workgroup> tile: array<u32, BLOCK>;

// Returns the sum of the values of this lane and of all lanes before it.
fn scan(value: u32, t: u32) -> u32 {
  tile[t] = value;
  workgroupBarrier();
  for (var stride = 1u; stride < BLOCK; stride *= 2u) {
    var before = 0u;
    if t >= stride {
      before = tile[t - stride];
    }
    workgroupBarrier();
    tile[t] += before;
    workgroupBarrier();
  }
  return tile[t];
}

@compute @workgroup_size(BLOCK)
fn scan_blocks(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(local_invocation_index) t: u32,
  @builtin(workgroup_id) group: vec3u,
) {
  var value = 0u;
  if id.x < arrayLength(&data) {
    value = data[id.x];
  }
  let sum = scan(value, t);
  if id.x < arrayLength(&data) {
    data[id.x] = sum;
  }
  if t == BLOCK - 1u {
    sums[group.x] = sum;
  }
}

@compute @workgroup_size(BLOCK)
fn scan_sums(@builtin(local_invocation_index) t: u32) {
  let count = arrayLength(&sums);
  var before = 0u;
  for (var first = 0u; first < count; first += BLOCK) {
    var value = 0u;
    if first + t < count {
      value = sums[first + t];
    }
    let sum = scan(value, t);
    if first + t < count {
      sums[first + t] = before + sum;
    }
    before += workgroupUniformLoad(&tile[BLOCK - 1u]);
  }
}

@compute @workgroup_size(BLOCK)
fn add_sums(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) {
  if group.x > 0u && id.x < arrayLength(&data) {
    data[id.x] += sums[group.x - 1u];
  }
}
