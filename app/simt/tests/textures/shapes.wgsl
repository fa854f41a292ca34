// texture 1: 4 = 10 11 12 13
// texture 2: 3x2 = 20 21 22 23 24 25
// texture 3: 2x2x2 = 30 31 32 33 34 35 36 37
// texture 4: 2x1x3 = 40 41 42 43 44 45
// words: 12 23 35 34 45 40
@group(0) @binding(0) var<storage, read_write> r: array<u32>;
@group(0) @binding(1) var line: texture_storage_1d<r32uint, read>;
@group(0) @binding(2) var plane: texture_storage_2d<r32uint, read>;
@group(0) @binding(3) var layers: texture_storage_2d_array<r32uint, read>;
@group(0) @binding(4) var volume: texture_storage_3d<r32uint, read>;

@compute @workgroup_size(1)
fn main() {
  r[0] = textureLoad(line, 2).x;
  r[1] = textureLoad(plane, vec2i(0, 1)).x;
  r[2] = textureLoad(layers, vec2u(1, 0), 1).x;
  r[3] = textureLoad(layers, vec2i(0, 0), 1u).x;
  r[4] = textureLoad(volume, vec3i(1, 0, 2)).x;
  r[5] = textureLoad(volume, vec3u()).x;
}
