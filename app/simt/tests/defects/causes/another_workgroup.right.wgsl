// The next dispatch finds what all have added.
// workgroups: 3
// buffer 0: zeros 1
@group(0) @binding(0) var<storage, read_write> arrived: atomic<u32>;
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32, @builtin(num_workgroups) all: vec3u) {
  if (i == 0u) { atomicAdd(&arrived, 1u); }
}
