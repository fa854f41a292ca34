// status: 2
@compute @workgroup_size(1)
fn main() {
  let x = ;
}
