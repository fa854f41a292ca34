// arguments: --workgroups 1 --buffer 0.0=zeros:4 --deny error
// status: 0
@group(0) @binding(0) var<storage, read_write> flag: array<u32>;
@compute @workgroup_size(32) fn main() { flag[0] = 1u; }
