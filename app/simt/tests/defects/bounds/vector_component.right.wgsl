// A component is chosen by a number that goes one too far.
// buffer 0: ramp 4
// buffer 1: zeros 8
@group(0) @binding(0) var<storage, read> corner: vec4<i32>;
@group(0) @binding(1) var<storage, read_write> result: array<i32>;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) tid: u32) {
  result[tid] = corner[tid % 4u];
}
