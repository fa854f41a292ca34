// The largest of all values gets lost between a read and a write.
// buffer 0: ramp 64
// buffer 1: zeros 1
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> highest: atomic<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  atomicMax(&highest, data[tid]);
}
