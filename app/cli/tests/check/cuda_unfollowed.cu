// status: 1
// arguments: --seed 0
__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2.0f * x[i];
}
__global__ void shift(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) y[i] = y[i + 1];
}
int main() {
  const int n = 128;
  float h[n], *x, *y;
  FILE *file = fopen("x.bin", "rb");
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  twice<<<2, 64>>>(x, y, n);
  fread(h, sizeof(float), n, file);
  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
  twice<<<2, 64>>>(x, y, n);
  shift<<<2, 64>>>(y, n);
}
