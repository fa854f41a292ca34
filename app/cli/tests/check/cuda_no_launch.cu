// status: 1
// arguments: --seed 0
__global__ void transpose(const float *from, float *to, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  for (int y = 0; y < height; y++) to[x * height + y] = from[y * width + x];
}
__global__ void total(const float *x, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    sum[0] += x[i];
  }
}
