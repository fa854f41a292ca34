// status: 2
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let index = id.x;
  if (indx < arrayLenght(&data)) {
    data[index] = data[index] * scale + dat[index];
    data[index] += scale;
  }
}
