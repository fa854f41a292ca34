// All lanes that find something write the same value: harmless in practice, but still a race.
// buffer 0: ramp 64
// buffer 1: zeros 1
// Expect: equal_value_race lines 11 11
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
@group(0) @binding(1) var<storage, read_write> found: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  if (data[tid] > 40) {
    found[0] = 1u;
  }
}
