//! workgroups 3 1 1
//! fill 0.0 ones 192
//! fill 0.1 zeros 192
//! expect 0.1 entry reference 1 1 1
//! leads expected

// Each block computes the exclusive prefix sums of its own part.
const BLOCK = 64u;

@group(0) @binding(0) var<storage, read> counts: array<u32>;
@group(0) @binding(1) var<storage, read_write> offsets: array<u32>;

var<workgroup> tile: array<u32, BLOCK>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(global_invocation_id) g: vec3u,
  @builtin(local_invocation_index) t: u32,
) {
  tile[t] = counts[g.x];
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
  offsets[g.x] = tile[t]; // wrong
}

@compute @workgroup_size(1)
fn reference() {
  var sum = 0u;
  for (var i = 0u; i < arrayLength(&counts); i++) {
    if i % BLOCK == 0u {
      sum = 0u;
    }
    offsets[i] = sum;
    sum += counts[i];
  }
}
