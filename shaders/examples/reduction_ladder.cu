// Sums numbers in place: each block adds its own part. Each kernel improves one thing.
#include <cstdio>

// Step 1: neighbours are added. Active threads lie apart, so that every warp diverges.
__global__ void reduce_neighbored(int* data, int* sums) {
  int tid = threadIdx.x;
  int* own = data + blockIdx.x * blockDim.x;
  for (int stride = 1; stride < blockDim.x; stride *= 2) {
    if (tid % (2 * stride) == 0) {
      own[tid] += own[tid + stride];
    }
    __syncthreads();  // all sums of this stride are stored before the next one reads them
  }
  if (tid == 0) {
    sums[blockIdx.x] = own[0];
  }
}

// Step 2: the first threads of the block make the same additions, so that whole warps are idle.
__global__ void reduce_neighbored_less(int* data, int* sums) {
  int tid = threadIdx.x;
  int* own = data + blockIdx.x * blockDim.x;
  for (int stride = 1; stride < blockDim.x; stride *= 2) {
    int index = 2 * stride * tid;
    if (index < blockDim.x) {
      own[index] += own[index + stride];
    }
    __syncthreads();
  }
  if (tid == 0) {
    sums[blockIdx.x] = own[0];
  }
}

// Step 3: neighbouring threads read neighbouring elements, which takes fewer transactions.
__global__ void reduce_interleaved(int* data, int* sums) {
  int tid = threadIdx.x;
  int* own = data + blockIdx.x * blockDim.x;
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (tid < stride) {
      own[tid] += own[tid + stride];
    }
    __syncthreads();
  }
  if (tid == 0) {
    sums[blockIdx.x] = own[0];
  }
}

// Step 4: each thread first adds an element of a second part. Half of the blocks are enough.
__global__ void reduce_unroll2(int* data, int* sums) {
  int tid = threadIdx.x;
  int* own = data + blockIdx.x * blockDim.x * 2;
  own[tid] += own[tid + blockDim.x];
  __syncthreads();
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (tid < stride) {
      own[tid] += own[tid + stride];
    }
    __syncthreads();
  }
  if (tid == 0) {
    sums[blockIdx.x] = own[0];
  }
}

int main() {
  const int n = 1024, block = 128, grid = n / block;
  int numbers[n], sums[grid], *data, *device_sums;
  for (int i = 0; i < n; i++) {
    numbers[i] = i % 10;
  }
  cudaMalloc(&data, sizeof(numbers));
  cudaMalloc(&device_sums, sizeof(sums));
  for (int step = 1; step <= 4; step++) {
    // The kernels overwrite their input, so that each needs a new copy.
    cudaMemcpy(data, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
    if (step == 1) reduce_neighbored<<<grid, block>>>(data, device_sums);
    if (step == 2) reduce_neighbored_less<<<grid, block>>>(data, device_sums);
    if (step == 3) reduce_interleaved<<<grid, block>>>(data, device_sums);
    if (step == 4) reduce_unroll2<<<grid / 2, block>>>(data, device_sums);
    cudaMemcpy(sums, device_sums, sizeof(sums), cudaMemcpyDeviceToHost);
    int total = 0;
    for (int i = 0; i < (step == 4 ? grid / 2 : grid); i++) total += sums[i];
    printf("step %d: %d\n", step, total);
  }
  cudaFree(data);
  cudaFree(device_sums);
}
