// Adds two vectors: each thread computes one element.
#include <cstdio>
#include <cstdlib>

// A call of the runtime returns an error code. This macro stops the program if a call fails.
#define CHECK(call)                                                          \
  do {                                                                       \
    cudaError_t error = (call);                                              \
    if (error != cudaSuccess) {                                              \
      printf("line %d: %s\n", __LINE__, cudaGetErrorString(error));          \
      exit(EXIT_FAILURE);                                                    \
    }                                                                        \
  } while (0)

__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // The last block has more threads than there are elements left. Those threads do nothing.
  if (i < n) {
    c[i] = a[i] + b[i];
  }
}

int main() {
  const int n = 1000;
  const int block = 128;
  const int grid = (n + block - 1) / block;  // blocks, rounded up
  const size_t bytes = n * sizeof(float);

  float a[n], b[n], c[n];
  for (int i = 0; i < n; i++) {
    a[i] = i;
    b[i] = 2 * i;
  }

  // The host and the device have separate memories: data is copied before and after the kernel.
  float *device_a, *device_b, *device_c;
  CHECK(cudaMalloc(&device_a, bytes));
  CHECK(cudaMalloc(&device_b, bytes));
  CHECK(cudaMalloc(&device_c, bytes));
  CHECK(cudaMemcpy(device_a, a, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_b, b, bytes, cudaMemcpyHostToDevice));

  add<<<grid, block>>>(device_a, device_b, device_c, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(c, device_c, bytes, cudaMemcpyDeviceToHost));

  int wrong = 0;
  for (int i = 0; i < n; i++) {
    wrong += c[i] != 3.0f * i;
  }
  printf("%d of %d elements are wrong\n", wrong, n);

  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_c));
  return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
