// buffer 0: ramp 8
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) tid: u32) {
  let f = f32(tid) + 3e9;
  data[0] = i32(f);
  data[1] = i32(-f);
  data[2] = i32(u32(f));
  data[3] = i32(u32(-f));
  data[4] = i32(-1.5 - f32(tid));
  data[5] = i32(bool(tid + 4u));
  data[6] = bitcast<i32>(1.0 + f32(tid));
  data[7] = i32(clamp(f32(tid) + 9.5, 0.0, 5.25) * 4.0);
}
