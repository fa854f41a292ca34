// words: 9 10 11 3
@group(0) @binding(0) var<storage, read_write> r: array<u32>;

@compute @workgroup_size(1)
fn main() {
  for (var i = 0u; i < 3u; i++) {
    let k = i;
    let i = 9u;
    r[k] = i + k;
  }
  loop {
    let t = 1u;
    if r[3] > 2u {
      break;
    }
    continuing {
      let u = t;
      let t = 2u;
      r[3] += t + u;
    }
  }
}
