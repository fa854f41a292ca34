// buffer 0: ramp 8
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> flag: u32;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) tid: u32) {
  if (tid == 2u) {
    flag = 7u;
  }
  let seen = workgroupUniformLoad(&flag);
  data[tid] = seen;
}
