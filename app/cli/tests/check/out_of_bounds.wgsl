// arguments: --workgroups 2 --buffer 0.0=zeros:4
// status: 1
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
  data[i] = 1u;
}
