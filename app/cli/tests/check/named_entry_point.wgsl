// arguments: --workgroups 1,2 --entry second --override SIZE=4 --seed 3
override SIZE: u32;

@compute @workgroup_size(1)
fn first() {}

@compute @workgroup_size(SIZE)
fn second() {}
