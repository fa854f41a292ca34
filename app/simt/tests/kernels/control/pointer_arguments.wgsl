// buffer 0: zeros 4
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

fn bump(p: ptr<function, i32>) {
  *p += 1;
}

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) tid: u32) {
  var x = i32(tid);
  let old = x;
  bump(&x);
  data[tid] = x * 100 + old;
}
