__global__ void swap(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 1];
}
