// arguments: --workgroups 1 --buffer 0.0=zeros:1 --override n=40
// status: 2
override n: u32 = 3;
@group(0) @binding(0) var<storage, read_write> x: array<u32>;
@compute @workgroup_size(1)
fn main() {
  x[0] = 1u << n;
}
