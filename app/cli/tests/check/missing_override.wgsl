// status: 2
override SIZE: u32;

@compute @workgroup_size(SIZE)
fn main() {}
