// buffer 0: zeros 9
@group(0) @binding(0) var<storage, read_write> data: array<f32>;

@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) tid: u32) {
  let f = f32(tid);
  let m = mat2x3f(1.0 + f, 2.0, 3.0, 4.0, 5.0, 6.0);
  let v = m * vec2f(10.0, 1.0);
  data[0] = v.x;
  data[1] = v.y;
  data[2] = v.z;
  let w = vec3f(1.0, 0.0, 1.0) * m;
  data[3] = w.x;
  data[4] = w.y;
  let t = transpose(m);
  data[5] = t[2].y;
  let p = t * m;
  data[6] = p[1][0];
  data[7] = determinant(mat3x3f(2.0 + f, 0.0, 1.0, 1.0, 3.0, 0.0, 0.0, 1.0, 4.0));
  data[8] = (m + 2.0 * m)[0].z;
}
