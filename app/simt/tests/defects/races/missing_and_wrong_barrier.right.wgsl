// In a loop the wrong barrier is after the write, and none is after the read.
// buffer 0: ramp 64
// buffer 1: zeros 64
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
@group(0) @binding(1) var<storage, read_write> result: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  var sum = 0;
  for (var k = 0; k < 3; k++) {
    data[tid] = k * i32(tid);
    storageBarrier();
    sum += data[63u - tid];
    storageBarrier();
  }
  result[tid] = sum;
}
