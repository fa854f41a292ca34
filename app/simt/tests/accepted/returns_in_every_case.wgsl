// words: 5 6 7 4
@group(0) @binding(0) var<storage, read_write> r: array<u32>;

fn chosen(x: u32) -> u32 {
  loop {
    switch x {
      case 1: {
        return 5u;
      }
      default: {
        return 6u;
      }
    }
  }
}

@compute @workgroup_size(1)
fn main() {
  r[0] = chosen(1u);
  r[1] = chosen(2u);
  r[2] = u32(5 - -2);
  r[3] = u32(- -4);
}
