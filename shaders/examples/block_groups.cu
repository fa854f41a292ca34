// Sums numbers with cooperative groups: objects for the block, and for tiles of 32 threads.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>

namespace cg = cooperative_groups;

// A function that takes a group says which threads must call it together.
__device__ int block_sum(cg::thread_block block, int value, int* sums) {
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);

  // Every thread of the tile gets the sum of all its values.
  value = cg::reduce(tile, value, cg::plus<int>());
  if (tile.thread_rank() == 0) {
    sums[tile.meta_group_rank()] = value;
  }
  block.sync();  // the same as __syncthreads()

  // The first tile adds the sums of all tiles.
  int total = 0;
  if (tile.meta_group_rank() == 0) {
    int rank = tile.thread_rank();
    total = rank < tile.meta_group_size() ? sums[rank] : 0;
    for (int offset = tile.size() / 2; offset > 0; offset /= 2) {
      total += tile.shfl_down(total, offset);
    }
  }
  return total;  // right in the first thread of the block
}

__global__ void sum(const int* data, int* totals) {
  __shared__ int sums[32];  // one for each tile of the block, 32 at most
  cg::thread_block block = cg::this_thread_block();
  int i = block.group_index().x * block.size() + block.thread_rank();
  int total = block_sum(block, data[i], sums);
  if (block.thread_rank() == 0) {
    totals[block.group_index().x] = total;
  }
}

int main() {
  const int n = 1024, block = 256, grid = n / block;
  int numbers[n], totals[grid], expected = 0;
  for (int i = 0; i < n; i++) {
    numbers[i] = i % 10;
    expected += numbers[i];
  }
  int *data, *device_totals;
  cudaMalloc(&data, sizeof(numbers));
  cudaMalloc(&device_totals, sizeof(totals));
  cudaMemcpy(data, numbers, sizeof(numbers), cudaMemcpyHostToDevice);

  sum<<<grid, block>>>(data, device_totals);

  cudaMemcpy(totals, device_totals, sizeof(totals), cudaMemcpyDeviceToHost);
  int total = 0;
  for (int i = 0; i < grid; i++) {
    total += totals[i];
  }
  printf("%d, expected %d\n", total, expected);
  cudaFree(data);
  cudaFree(device_totals);
  return total == expected ? 0 : 1;
}
