// Every workgroup waits until all have arrived, but none is promised to have started.
// workgroups: 3
// buffer 0: zeros 1
// budget: 20000
// Expect: workgroup_waits line 10
@group(0) @binding(0) var<storage, read_write> arrived: atomic<u32>;
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32, @builtin(num_workgroups) all: vec3u) {
  if (i == 0u) { atomicAdd(&arrived, 1u); }
  while (atomicLoad(&arrived) < all.x) { }
}
