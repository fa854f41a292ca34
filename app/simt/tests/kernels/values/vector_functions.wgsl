// buffer 0: zeros 12
@group(0) @binding(0) var<storage, read_write> data: array<f32>;

@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) tid: u32) {
  let f = f32(tid);
  let a = vec3f(1.0 + f, 2.0, 2.0);
  data[0] = length(a);
  data[1] = dot(a, a);
  data[2] = cross(a, vec3f(0.0, 1.0, 0.0)).z;
  data[3] = distance(a, vec3f(1.0, 2.0, 5.0));
  data[4] = normalize(a).y;
  data[5] = reflect(a, vec3f(0.0, 1.0, 0.0)).y;
  data[6] = faceForward(a, a, vec3f(1.0)).x;
  data[7] = mix(a, vec3f(3.0), 0.5).x;
  data[8] = smoothstep(0.0, 4.0, 1.0 + f);
  data[9] = refract(vec3f(0.0, -1.0, f), vec3f(0.0, 1.0, 0.0), 0.5).y;
  data[10] = f32(all(a > vec3f(0.0)));
  data[11] = f32(any(a > vec3f(1.5)));
}
