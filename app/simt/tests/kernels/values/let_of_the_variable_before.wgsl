// A `let` right after the variable that it reads keeps that value when the variable changes.
// buffer 0: zeros 2
@group(0) @binding(0) var<storage, read_write> data: array<i32>;

@compute @workgroup_size(1)
fn main() {
  var place = 5;
  let old = place;
  place--;
  data[0] = old;
  data[1] = place;
}
