// Every lane adds to one 16-bit float: reads, adds, writes.
// buffer 0: ramp 32
// buffer 1: zeros 1
// Expect: data_race lines 11 11
enable f16;
@group(0) @binding(0) var<storage, read_write> data: array<f16>;
@group(0) @binding(1) var<storage, read_write> sum: array<f16>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  sum[1] += data[tid];
}
