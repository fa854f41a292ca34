// status: 2
@compute @workgroup_size(1)
fn first() {}

@compute @workgroup_size(1)
fn second() {}
