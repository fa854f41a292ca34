// arguments: --step-budget 100000
// status: 0
__global__ void twice(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = 2 * i;
}

__global__ void thrice(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 3;
}

int main() {
  int n = 1 << 20;
  int *a;
  cudaMalloc(&a, n * sizeof(int));
  twice<<<n / 256, 256>>>(a, n);
  thrice<<<n / 256, 256>>>(a, n);
}
