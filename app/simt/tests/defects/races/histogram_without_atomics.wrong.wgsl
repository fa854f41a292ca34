// Lanes with the same value lose each other's count.
// buffer 0: ramp 64
// buffer 1: zeros 8
// Expect: data_race lines 10 10
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  bins[data[tid] % 8u] += 1u;
}
