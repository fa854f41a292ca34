// Nothing says the block: a kernel of two dimensions gets one, as large as its tile.
// arguments: --seed 0
// status: 0
#define T 16
__global__ void transpose(const float *in, float *out, int nx, int ny) {
  __shared__ float s[T][T + 1];
  int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
  s[threadIdx.y][threadIdx.x] = x < nx && y < ny ? in[y * nx + x] : 0;
  __syncthreads();
  x = blockIdx.y * T + threadIdx.x;
  y = blockIdx.x * T + threadIdx.y;
  if (x < ny && y < nx && threadIdx.x < T) out[y * ny + x] = s[threadIdx.x][threadIdx.y];
}
