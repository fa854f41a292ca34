// arguments: --format github
// status: 2
@compute @workgroup_size(1) fn main( {}
