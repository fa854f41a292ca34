// The last six steps are written out, and each ends at a barrier that all lanes reach.
// Launch: one thread per two elements. data: n words; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_shared_last_warp_barriers(const int* __restrict__ data, int* sums, unsigned n) {
  __shared__ int partial[BLOCK];
  unsigned tid = threadIdx.x;
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  unsigned base = block * BLOCK * 2;
  unsigned i = base + tid;
  int value = 0;
  if (i < n) {
    value = data[i];
  }
  if (i + BLOCK < n) {
    value += data[i + BLOCK];
  }
  partial[tid] = value;
  __syncthreads();
  for (unsigned stride = BLOCK / 2; stride > 32; stride /= 2) {
    if (tid < stride) {
      partial[tid] += partial[tid + stride];
    }
    __syncthreads();
  }
  if (tid < 32) {
    partial[tid] += partial[tid + 32];
  }
  __syncthreads();
  if (tid < 16) {
    partial[tid] += partial[tid + 16];
  }
  __syncthreads();
  if (tid < 8) {
    partial[tid] += partial[tid + 8];
  }
  __syncthreads();
  if (tid < 4) {
    partial[tid] += partial[tid + 4];
  }
  __syncthreads();
  if (tid < 2) {
    partial[tid] += partial[tid + 2];
  }
  __syncthreads();
  if (tid < 1) {
    partial[tid] += partial[tid + 1];
  }
  __syncthreads();
  if (tid == 0 && base < n) {
    sums[block] = partial[0];
  }
}
