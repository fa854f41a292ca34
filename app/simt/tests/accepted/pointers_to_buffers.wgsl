// words: 4 5 6 7
@group(0) @binding(0) var<storage, read_write> r: array<u32>;

fn length(all: ptr<storage, array<u32>, read_write>) -> u32 {
  return arrayLength(all);
}

fn put(place: ptr<storage, u32, read_write>, value: u32) {
  *place = value;
}

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
  var at = i;
  let place = &r[at];
  at = 0u;
  put(place, length(&r) + i);
}
