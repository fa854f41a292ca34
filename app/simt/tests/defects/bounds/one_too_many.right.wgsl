// The loop includes the length itself.
// buffer 0: ramp 8
// buffer 1: zeros 4
@group(0) @binding(0) var<storage, read> data: array<i32>;
@group(0) @binding(1) var<storage, read_write> result: array<i32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) tid: u32) {
  var sum = 0;
  for (var k = 0u; k < arrayLength(&data); k++) {
    sum += data[k];
  }
  result[tid] = sum;
}
