//! workgroups 3 1 1
//! fill 0.0 ramp 180
//! fill 0.1 ones 180
//! fill 0.2 zeros 180
//! expect 0.2 entry reference 1 1 1
//! leads expected

// Converts minutes and seconds to seconds.
@group(0) @binding(0) var<storage, read> minutes: array<u32>;
@group(0) @binding(1) var<storage, read> rest: array<u32>;
@group(0) @binding(2) var<storage, read_write> seconds: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) g: vec3u) {
  let i = g.x;
  if i < arrayLength(&minutes) {
    let whole = minutes[i] << 6u; // wrong
    seconds[i] = whole + rest[i];
  }
}

@compute @workgroup_size(1)
fn reference() {
  for (var i = 0u; i < arrayLength(&minutes); i++) {
    seconds[i] = minutes[i] * 60u + rest[i];
  }
}
