// Four lanes write the components of a vector of 16-bit floats; one reads the vector.
// buffer 0: ramp 32
enable f16;
@group(0) @binding(0) var<storage, read_write> data: array<f16>;
var<workgroup> rows: array<vec4<f16>, 16>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  rows[tid / 4u][tid % 4u] = data[tid];
  workgroupBarrier();
  if (tid < 16u) {
    let row = rows[tid];
    data[tid] = row.x + row.y + row.z + row.w;
  }
}
