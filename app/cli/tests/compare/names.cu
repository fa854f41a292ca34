template <int STRIDE>
__global__ void gather(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = a[i * STRIDE];
}

__global__ void sum_fast(float *a) { a[threadIdx.x] += a[threadIdx.x + 128]; }
__global__ void sum(float *a) { a[threadIdx.x] += 1.0f; }

int main() {
  float *a;
  cudaMalloc(&a, 4096 * sizeof(float));
  cudaMemset(a, 0, 4096 * sizeof(float));
  gather<1><<<1, 128>>>(a);
  gather<8><<<1, 128>>>(a);
  sum_fast<<<1, 128>>>(a);
  sum<<<1, 128>>>(a);
}
