// Functions add and read through pointers to an atomic; the finding is in them, not where they are called.
// buffer 0: zeros 65
// Expect: order_dependent_atomic lines 8 12
@group(0) @binding(0) var<storage, read_write> result: array<u32>;
var<workgroup> sum: atomic<u32>;

fn add(to: ptr<workgroup, atomic<u32>>, value: u32) {
  atomicAdd(to, value);
}

fn current(at: ptr<workgroup, atomic<u32>>) -> u32 {
  return atomicLoad(at);
}

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
  add(&sum, i);
  result[i] = current(&sum);
}
