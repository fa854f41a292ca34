// Lanes write columns of matrices of 16-bit floats, three rows of four; then a neighbour's, or each its own.
// buffer 0: zeros 32
// Expect: data_race lines 10 11
enable f16;
@group(0) @binding(0) var<storage, read_write> out: array<vec2<f16>>;
var<workgroup> tile: array<mat2x3<f16>, 8>;

@compute @workgroup_size(16)
fn main(@builtin(local_invocation_index) tid: u32) {
  tile[tid / 2u][tid % 2u] = vec3<f16>(f16(tid));
  let whole = tile[tid / 2u];
  out[tid] = vec2<f16>(whole[0].x, whole[1].z);
}
