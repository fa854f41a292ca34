#include <cstdio>

__global__ void copy(const float *in, float *out, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * stride];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 512 * sizeof(float));
  cudaMemset(in, 0, 4096 * sizeof(float));
  copy<<<4, 128>>>(in, out, 1);
  copy<<<4, 128>>>(in, out, 8);
  cudaDeviceSynchronize();
}
