// texture 1: 1x1 = 9
// words: 9
@group(0) @binding(0) var<storage, read_write> r: array<u32>;
@group(0) @binding(1) var picture: texture_storage_2d<r32uint, read>;
@group(0) @binding(2) var smooth_sampler: sampler;
@group(0) @binding(3) var cube: texture_cube<f32>;

@compute @workgroup_size(1)
fn main() {
  r[0] = textureLoad(picture, vec2u()).x;
}
