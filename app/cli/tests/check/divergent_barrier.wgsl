// arguments: --workgroups 1 --machine custom:warp=4
// status: 1
var<private> seen: u32;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
  let half = i < 4u; if (half) {
	workgroupBarrier();
  }
  seen = i;
}
