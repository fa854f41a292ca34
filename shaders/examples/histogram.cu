// Counts how often each byte occurs. Each block counts in shared memory, where atomics are fast.
#include <cstdio>
#include <cstring>

#define BINS 256  // values of a byte

__global__ void histogram(const unsigned char* data, unsigned int* bins, int n) {
  __shared__ unsigned int own[BINS];

  // Shared memory has no value at the start of a block: it is cleared first.
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
    own[bin] = 0;
  }
  __syncthreads();

  // Two threads may meet the same byte at the same time. An atomic addition loses no count.
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&own[data[i]], 1);
  }
  __syncthreads();

  // Then each block adds its counts to those of all blocks: an atomic for each bin, not each byte.
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
    if (own[bin] > 0) {
      atomicAdd(&bins[bin], own[bin]);
    }
  }
}

int main() {
  const int n = 1024, block = 128, grid = 4;
  unsigned char bytes[n];
  for (int i = 0; i < n; i++) {
    bytes[i] = i * i % 251;
  }
  unsigned char* data;
  unsigned int* bins;
  cudaMalloc(&data, n);
  cudaMalloc(&bins, BINS * sizeof(unsigned int));
  cudaMemcpy(data, bytes, n, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, BINS * sizeof(unsigned int));

  histogram<<<grid, block>>>(data, bins, n);

  unsigned int counts[BINS], expected[BINS] = {};
  cudaMemcpy(counts, bins, sizeof(counts), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) {
    expected[bytes[i]]++;
  }
  bool right = memcmp(counts, expected, sizeof(counts)) == 0;
  printf("%s\n", right ? "all counts are right" : "a count is wrong");
  cudaFree(data);
  cudaFree(bins);
  return right ? 0 : 1;
}
