// buffer 0: ramp 8
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) tid: u32) {
  let zero = i32(tid);
  let least = -2147483647 - 1 + zero;
  data[0] = 7 / zero;
  data[1] = 7 % zero;
  data[2] = least / (zero - 1);
  data[3] = least % (zero - 1);
  data[4] = 1 << (33u + tid);
  data[5] = least >> (31u + tid);
  data[6] = least - 1;
  data[7] = abs(least);
}
