// arguments: --workgroups 1 --buffer 0.0=zeros:4
// status: 1
@group(0) @binding(0) var<storage, read_write> flag: array<u32>;
@compute @workgroup_size(32) fn main() { flag[0] = 1u; }
