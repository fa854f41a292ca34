// A lane reads a counter while other lanes count.
// buffer 0: zeros 1
// buffer 1: zeros 64
@group(0) @binding(0) var<storage, read_write> count: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> seen: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  atomicAdd(&count[0], 1u);
  storageBarrier();
  seen[tid] = atomicLoad(&count[0]);
}
