// Sums numbers with a kernel whose block size is a template argument. The compiler knows the size:
// it removes the lines that this size does not need, and no loop is left.
#include <cstdio>

template <int block_size>
__global__ void reduce(const int* data, int* sums) {
  __shared__ int part[block_size];
  int tid = threadIdx.x;
  int i = blockIdx.x * block_size * 2 + tid;
  // Each thread adds two elements while it loads them.
  part[tid] = data[i] + data[i + block_size];
  __syncthreads();

  // A condition about `block_size` is decided by the compiler, one about `tid` by each thread.
  if (block_size >= 512) {
    if (tid < 256) part[tid] += part[tid + 256];
    __syncthreads();
  }
  if (block_size >= 256) {
    if (tid < 128) part[tid] += part[tid + 128];
    __syncthreads();
  }
  if (block_size >= 128) {
    if (tid < 64) part[tid] += part[tid + 64];
    __syncthreads();
  }

  // 64 values are left: one warp adds them. Its threads exchange registers and need no barrier.
  if (tid < 32) {
    int sum = part[tid] + part[tid + 32];
    sum += __shfl_down_sync(0xffffffff, sum, 16);
    sum += __shfl_down_sync(0xffffffff, sum, 8);
    sum += __shfl_down_sync(0xffffffff, sum, 4);
    sum += __shfl_down_sync(0xffffffff, sum, 2);
    sum += __shfl_down_sync(0xffffffff, sum, 1);
    if (tid == 0) {
      sums[blockIdx.x] = sum;
    }
  }
}

int main() {
  const int n = 2048, block = 256, grid = n / (2 * block);
  int numbers[n], sums[grid], *data, *device_sums;
  int expected = 0;
  for (int i = 0; i < n; i++) {
    numbers[i] = i % 10;
    expected += numbers[i];
  }
  cudaMalloc(&data, sizeof(numbers));
  cudaMalloc(&device_sums, sizeof(sums));
  cudaMemcpy(data, numbers, sizeof(numbers), cudaMemcpyHostToDevice);

  // Each size is a kernel of its own: a `switch` chooses it while the program runs.
  switch (block) {
    case 256: reduce<256><<<grid, block>>>(data, device_sums); break;
    case 512: reduce<512><<<grid, block>>>(data, device_sums); break;
    case 128: reduce<128><<<grid, block>>>(data, device_sums); break;
    case 64: reduce<64><<<grid, block>>>(data, device_sums); break;
  }

  cudaMemcpy(sums, device_sums, sizeof(sums), cudaMemcpyDeviceToHost);
  int total = 0;
  for (int i = 0; i < grid; i++) {
    total += sums[i];
  }
  printf("%d, expected %d\n", total, expected);
  cudaFree(data);
  cudaFree(device_sums);
  return total == expected ? 0 : 1;
}
