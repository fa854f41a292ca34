// arguments: --step-budget 1000000
// status: 2
// The grid's division rounds down to no block.
__global__ void k(float *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 1.0f; }
int main() {
  int n = 100;
  float *a;
  cudaMalloc(&a, n * sizeof(float));
  k<<<n / 256, 256>>>(a, n);
}
