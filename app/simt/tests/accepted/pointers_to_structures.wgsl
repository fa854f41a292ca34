// words: 2 0 0 0 0 10 2 0
struct Records {
  head: vec4u,
  tail: array<vec2u>,
}

@group(0) @binding(0) var<storage, read_write> r: Records;

fn both(records: ptr<storage, Records, read_write>, i: u32) {
  records.head.x = arrayLength(&records.tail);
  (*records).tail[i].y = i + 10u;
  second(&records.tail);
}

fn second(tail: ptr<storage, array<vec2u>, read_write>) {
  tail[1].x = arrayLength(tail);
}

@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) i: u32) {
  both(&r, i);
}
