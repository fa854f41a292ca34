// The race is in a function that takes any index.
// buffer 0: ramp 64
// Expect: data_race lines 8 12
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
var<workgroup> tile: array<i32, 64>;

fn put(at: u32, value: i32) {
  tile[at] = value;
}

fn take(at: u32) -> i32 {
  return tile[at];
}

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  put(tid, data[tid]);
  data[tid] = take(63u - tid);
}
