// Each lane squares one number; lanes with odd numbers then halve theirs.
@group(0) @binding(0) var<storage, read> numbers: array<f32>;
@group(0) @binding(1) var<storage, read_write> results: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= arrayLength(&numbers)) {
    return;
  }
  var value = numbers[i] * numbers[i];
  if (i % 2u == 1u) {
    value = value / 2.0;
  }
  results[i] = value;
}
