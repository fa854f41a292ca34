// After a boolean, members of 16-bit floats that do not fill their last word share it with no other member.
// buffer 0: zeros 8
enable f16;
@group(0) @binding(0) var<storage, read_write> data: array<f32>;
struct Mixed { flag: bool, halves: array<f16, 3>, whole: f32, half_: f16 }
var<workgroup> mixed: array<Mixed, 2>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) tid: u32) {
  let i = tid / 4u;
  switch (tid % 4u) {
    case 0u { mixed[i].flag = true; }
    case 1u { mixed[i].halves[2] = 5.0h; }
    case 2u { mixed[i].whole = 7.0; }
    default { mixed[i].half_ = 9.0h; }
  }
  workgroupBarrier();
  if (tid < 2u) {
    data[4u * tid] = select(0.0, 1.0, mixed[tid].flag);
    data[4u * tid + 1u] = f32(mixed[tid].halves[2]);
    data[4u * tid + 2u] = mixed[tid].whole;
    data[4u * tid + 3u] = f32(mixed[tid].half_);
  }
}
