// Textures and surfaces: arrays with a shape. `mode` is 1 for linear filtering, 2 for normalised coordinates, and 4, 8 or 16 for
// the addresses wrap, mirror and border.

//# case fetch_of_an_element — tex1Dfetch reads by a whole number, and gives 0 outside
//# launch grid 1 block 1
//# buffer t.texels: float = 1 2 3 4
//# buffer y: float = zeros 3
//# arg t.width = 4
//# arg t.height = 1
//# arg t.layers = 1
//# arg t.mode = 0
//# expect y: float = 3 0 0
__global__ void k(cudaTextureObject_t t, float *y)
{
    y[0] = tex1Dfetch<float>(t, 2);
    y[1] = tex1Dfetch<float>(t, 4);
    y[2] = tex1Dfetch<float>(t, -1);
}

//# case nearest_texel — coordinates are rounded down, and clamped at the edges
//# launch grid 1 block 1
//# buffer t.texels: float = 1 2 3 4 5 6
//# buffer y: float = zeros 4
//# arg t.width = 3
//# arg t.height = 2
//# arg t.layers = 1
//# arg t.mode = 0
//# expect y: float = 5 1 6 2
__global__ void k(cudaTextureObject_t t, float *y)
{
    y[0] = tex2D<float>(t, 1.9f, 1.0f);
    y[1] = tex2D<float>(t, -3.0f, -0.5f);
    y[2] = tex2D<float>(t, 7.0f, 9.0f);
    y[3] = tex2D<float>(t, 1, 0);
}

//# case linear_filtering — values between the centres of texels, with fractions of 8 bits
//# launch grid 1 block 1
//# buffer t.texels: float = 0 256 512 1024
//# buffer y: float = zeros 5
//# arg t.width = 4
//# arg t.height = 1
//# arg t.layers = 1
//# arg t.mode = 1
//# expect y: float = 0 128 64 1024 257
__global__ void k(cudaTextureObject_t t, float *y)
{
    y[0] = tex1D<float>(t, 0.5f);
    y[1] = tex1D<float>(t, 1.0f);
    y[2] = tex1D<float>(t, 0.75f);
    y[3] = tex1D<float>(t, 9.0f);
    y[4] = tex1D<float>(t, 1.5f + 1.2f / 256);
}

//# case linear_in_two_and_three_dimensions — the mean of four and of eight texels
//# launch grid 1 block 1
//# buffer t.texels: float = 0 1 2 3 4 5 6 7
//# buffer y: float = zeros 2
//# arg t.width = 2
//# arg t.height = 2
//# arg t.layers = 2
//# arg t.mode = 1
//# expect y: float = 1.5 3.5
__global__ void k(cudaTextureObject_t t, float *y)
{
    y[0] = tex2D<float>(t, 1, 1);
    y[1] = tex3D<float>(t, 1, 1, 1);
}

//# case wrap_with_normalised_coordinates — 1.25 is 0.25, and -0.25 is 0.75
//# launch grid 1 block 1
//# buffer t.texels: float = 1 2 3 4
//# buffer y: float = zeros 3
//# arg t.width = 4
//# arg t.height = 1
//# arg t.layers = 1
//# arg t.mode = 6
//# expect y: float = 2 4 3
__global__ void k(cudaTextureObject_t t, float *y)
{
    y[0] = tex1D<float>(t, 1.25f);
    y[1] = tex1D<float>(t, -0.25f);
    y[2] = tex1D<float>(t, 0.5f);
}

//# case mirror_with_normalised_coordinates — behind the edge the texels come back
//# launch grid 1 block 1
//# buffer t.texels: float = 1 2 3 4
//# buffer y: float = zeros 3
//# arg t.width = 4
//# arg t.height = 1
//# arg t.layers = 1
//# arg t.mode = 10
//# expect y: float = 4 1 3
__global__ void k(cudaTextureObject_t t, float *y)
{
    y[0] = tex1D<float>(t, 1.125f);
    y[1] = tex1D<float>(t, -0.125f);
    y[2] = tex1D<float>(t, 1.375f);
}

//# case border — outside everything is 0
//# launch grid 1 block 1
//# buffer t.texels: float = 1 2 3 4
//# buffer y: float = zeros 3
//# arg t.width = 2
//# arg t.height = 2
//# arg t.layers = 1
//# arg t.mode = 16
//# expect y: float = 0 0 4
__global__ void k(cudaTextureObject_t t, float *y)
{
    y[0] = tex2D<float>(t, 2, 0);
    y[1] = tex2D<float>(t, 0, -1);
    y[2] = tex2D<float>(t, 1, 1);
}

//# case reference_of_the_file — a texture that is declared outside of functions, read in a function of the device
//# launch grid 1 block 2
//# buffer tex.texels: int = 10 20 30 40
//# buffer y: int = zeros 2
//# arg tex.width = 2
//# arg tex.height = 2
//# arg tex.layers = 1
//# arg tex.mode = 0
//# expect y: int = 30 40
texture<int, 2, cudaReadModeElementType> tex;
__device__ int at(int x) { return tex2D(tex, x, 1); }
__global__ void k(int *y) { y[threadIdx.x] = at(threadIdx.x); }

//# case bytes_as_fractions — a reference that reads bytes as numbers from 0 to 1
//# launch grid 1 block 1
//# buffer tex.texels: unsigned char = 255 0 51 255
//# buffer y: float = zeros 3
//# arg tex.width = 1
//# arg tex.height = 1
//# arg tex.layers = 1
//# arg tex.mode = 0
//# expect y: float = 1 0 0.2
texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> tex;
__global__ void k(float *y)
{
    float4 c = tex2D(tex, 0, 0);
    y[0] = c.x;
    y[1] = c.y;
    y[2] = c.z;
}

//# case surface — the place in x is in bytes
//# launch grid 1 block 4
//# buffer a.texels: float = 1 2 3 4
//# buffer b.texels: float = zeros 4
//# arg a.width = 2
//# arg a.height = 2
//# arg a.layers = 1
//# arg b.width = 2
//# arg b.height = 2
//# arg b.layers = 1
//# expect b.texels: float = 2 1 4 3
__global__ void k(cudaSurfaceObject_t a, cudaSurfaceObject_t b)
{
    int x = threadIdx.x % 2, y = threadIdx.x / 2;
    float v = surf2Dread<float>(a, x * 4, y);
    surf2Dwrite(v, b, (1 - x) * 4, y);
}
