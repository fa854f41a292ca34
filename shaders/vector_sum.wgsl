// Each thread adds one element of two arrays.
// Dispatch: blocks of BLOCK threads in a row, one thread for each element. a, b, c: n words.
override BLOCK: u32 = 64u;

@group(0) @binding(0) var<storage, read> a: array<i32>;
@group(0) @binding(1) var<storage, read> b: array<i32>;
@group(0) @binding(2) var<storage, read_write> c: array<i32>;

@compute @workgroup_size(BLOCK)
fn main(
  @builtin(workgroup_id) block: vec3u,
  @builtin(local_invocation_id) thread: vec3u,
) {
  let i = block.x * BLOCK + thread.x;
  if (i < arrayLength(&c)) {
    c[i] = a[i] + b[i];
  }
}
