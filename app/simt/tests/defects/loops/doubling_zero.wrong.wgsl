// Twice zero is zero: the stride never reaches the block.
// budget: 20000
// buffer 0: zeros 64
// Expect: unfinished_loop line 10
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  var count = 0u;
  for (var stride = 0u; stride < 64u; stride *= 2u) {
    count += 1u;
  }
  data[tid] = count;
}
