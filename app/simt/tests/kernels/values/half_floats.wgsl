// 16-bit floats: stored in halves of words, rounded after every operation.
// buffer 0: ramp 8
// buffer 1: zeros 8
enable f16;
override SCALE: f16 = 0.1h;
struct Pair { a: f16, b: f16, c: u32 }
@group(0) @binding(0) var<storage, read_write> data: array<f16>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
var<workgroup> shared_: array<vec2<f16>, 4>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) tid: u32) {
  let x = f16(tid) + 0.1h;
  data[tid] = x * 3.0h;
  data[15u - tid] = f16(2049u + tid);
  shared_[tid] = vec2<f16>(x, 1.0h / x);
  workgroupBarrier();
  let v = shared_[3u - tid];
  out[tid] = pack2x16float(vec2<f32>(v));
  out[4u + tid] = u32(dot(v, vec2<f16>(8.0h, 16.0h))) + select(0u, 100u, SCALE < 0.1h);
}
