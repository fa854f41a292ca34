// The exchange fails for ever, because its store is dropped; nobody is waited for.
// buffer 0: zeros 2
// budget: 20000
// Expect: out_of_bounds line 10
@group(0) @binding(0) var<storage, read_write> sums: array<atomic<u32>>;
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32) {
  var old = 0u;
  loop {
    let got = atomicCompareExchangeWeak(&sums[i / 8u], old, old + 1u);
    if (got.exchanged) { break; }
    old = got.old_value;
  }
}
