// Each warp adds its lanes by shuffles; the first warp then adds one sum per warp.
// Launch: one thread per element. data: n words; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_subgroup_shuffle(const int* __restrict__ data, int* sums, unsigned n) {
  __shared__ int partial[BLOCK / 32];
  unsigned tid = threadIdx.x;
  unsigned lane = tid % warpSize;
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  unsigned base = block * BLOCK;
  unsigned width = warpSize;
  unsigned i = base + tid;
  int sum = 0;
  if (i < n) {
    sum = data[i];
  }
  for (unsigned offset = width / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  }
  if (lane == 0) {
    partial[tid / width] = sum;
  }
  __syncthreads();
  sum = 0;
  if (tid < width) {
    for (unsigned k = tid; k < BLOCK / width; k += width) {
      sum += partial[k];
    }
  }
  for (unsigned offset = width / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  }
  if (tid == 0 && base < n) {
    sums[block] = sum;
  }
}
