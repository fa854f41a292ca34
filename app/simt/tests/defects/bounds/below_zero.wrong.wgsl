// One less than zero is the largest unsigned number.
// buffer 0: ramp 64
// buffer 1: zeros 64
// Expect: out_of_bounds line 10
@group(0) @binding(0) var<storage, read> data: array<i32>;
@group(0) @binding(1) var<storage, read_write> result: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
  result[i] = data[i - 1u];
}
