// All have added before one reads, through pointers to an atomic.
// buffer 0: zeros 65
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
  if (i == 0u) { atomicStore(&sum, 0u); }
  workgroupBarrier();
  add(&sum, i);
  workgroupBarrier();
  result[i] = current(&sum);
}
