// Sums numbers with shuffles: the threads of a warp read each other's registers.
#include <cstdio>

// Returns the sum over the warp in its first thread.
__device__ int warp_sum(int value) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) {
    // Each thread adds the value of the thread `offset` places further. All 32 take part.
    value += __shfl_down_sync(0xffffffff, value, offset);
  }
  return value;
}

__global__ void sum(const int* data, int* total, int n) {
  __shared__ int sums[32];  // one for each warp of the block, 32 at most
  int lane = threadIdx.x % warpSize;
  int warp = threadIdx.x / warpSize;

  // A grid-stride loop: any number of blocks sums all elements.
  int value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    value += data[i];
  }

  value = warp_sum(value);
  if (lane == 0) {
    sums[warp] = value;
  }
  __syncthreads();

  // The first warp adds the sums of all warps.
  if (warp == 0) {
    int warps = blockDim.x / warpSize;
    value = warp_sum(lane < warps ? sums[lane] : 0);
    if (lane == 0) {
      atomicAdd(total, value);
    }
  }
}

int main() {
  const int n = 1500, block = 256, grid = 2;
  int numbers[n], expected = 0;
  for (int i = 0; i < n; i++) {
    numbers[i] = i % 10;
    expected += numbers[i];
  }
  int *data, *device_total, total;
  cudaMalloc(&data, sizeof(numbers));
  cudaMalloc(&device_total, sizeof(int));
  cudaMemcpy(data, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  cudaMemset(device_total, 0, sizeof(int));  // the blocks add to it

  sum<<<grid, block>>>(data, device_total, n);

  cudaMemcpy(&total, device_total, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d, expected %d\n", total, expected);
  cudaFree(data);
  cudaFree(device_total);
  return total == expected ? 0 : 1;
}
