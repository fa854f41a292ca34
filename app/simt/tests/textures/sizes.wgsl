// texture 1: 4 = 0 0 0 0
// texture 2: 3x2 = 0 0 0 0 0 0
// texture 3: 2x1x3 = 0 0 0 0 0 0
// texture 4: 1x1x2 = 0 0
// texture 5: 2x1 = 0 0 0 0 0 0 0 0
// words: 4 3 2 2 1 3 1 1 2 2 1 1
@group(0) @binding(0) var<storage, read_write> r: array<u32>;
@group(0) @binding(1) var line: texture_storage_1d<r32uint, read>;
@group(0) @binding(2) var plane: texture_storage_2d<r32float, write>;
@group(0) @binding(3) var layers: texture_storage_2d_array<rgba8unorm, write>;
@group(0) @binding(4) var volume: texture_storage_3d<r32sint, read>;
@group(0) @binding(5) var sampled: texture_2d<f32>;

@compute @workgroup_size(1)
fn main() {
  r[0] = textureDimensions(line);
  let plane_size = textureDimensions(plane);
  r[1] = plane_size.x;
  r[2] = plane_size.y;
  let layer_size = textureDimensions(layers);
  r[3] = layer_size.x;
  r[4] = layer_size.y;
  r[5] = textureNumLayers(layers);
  let volume_size = textureDimensions(volume);
  r[6] = volume_size.x;
  r[7] = volume_size.y;
  r[8] = volume_size.z;
  let sampled_size = textureDimensions(sampled, 0);
  r[9] = sampled_size.x;
  r[10] = sampled_size.y;
  r[11] = textureNumLevels(sampled);
}
