// arguments: --workgroups 1 --step-budget 1000
// status: 1
@compute @workgroup_size(1)
fn main() {
  var x = 0u;
  while true {
    x += 1u;
  }
}
