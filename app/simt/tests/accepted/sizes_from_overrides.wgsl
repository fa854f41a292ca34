// words: 7 8 12 0
@group(0) @binding(0) var<storage, read_write> r: array<u32>;

override LANES = 4u;
override TWICE = LANES * 2u;

var<workgroup> tile: array<u32, TWICE>;

@compute @workgroup_size(LANES)
fn main(@builtin(local_invocation_index) i: u32) {
  tile[TWICE - 1u - i] = i + 7u;
  workgroupBarrier();
  if i == 0u {
    r[0] = tile[TWICE - 1u];
    r[1] = tile[TWICE - 2u];
    r[2] = LANES + TWICE;
  }
}
