__global__ void scale(float *a, int n) {
  int stride = gridDim.x * blockDim.x;

  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    a[i] = 2 * a[i];
  }
}
int main() {
  float *a;
  cudaMalloc(&a, 256 * sizeof(float));
  scale<<<1, 64>>>(a, 256);
}
