// buffer 0: zeros 18
@group(0) @binding(0) var<storage, read_write> data: array<f32>;

@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) tid: u32) {
  let f = f32(tid) + 2.5;
  data[0] = fract(-f);
  data[1] = sign(-f);
  data[2] = step(3.0, f);
  data[3] = saturate(f);
  data[4] = modf(f).fract;
  data[5] = modf(f).whole;
  data[6] = frexp(f).fract;
  data[7] = f32(frexp(f).exp);
  data[8] = ldexp(f, 3);
  data[9] = pow(f, 2.0);
  data[10] = exp2(f + 0.5);
  data[11] = log2(f + 5.5);
  data[12] = round(f);
  data[13] = degrees(radians(f));
  data[14] = quantizeToF16(f + 0.0001);
  data[15] = f % 2.0;
  data[16] = -f % 2.0;
  data[17] = fma(f, 2.0, 1.0);
}
