// The stride halves: working lanes touch words side by side, so no banks conflict.
// Launch: one thread per element. data: n words; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_shared_sequential(const int* __restrict__ data, int* sums, unsigned n) {
  __shared__ int partial[BLOCK];
  unsigned tid = threadIdx.x;
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  unsigned base = block * BLOCK;
  unsigned i = base + tid;
  int value = 0;
  if (i < n) {
    value = data[i];
  }
  partial[tid] = value;
  __syncthreads();
  for (unsigned stride = BLOCK / 2; stride > 0; stride /= 2) {
    if (tid < stride) {
      partial[tid] += partial[tid + stride];
    }
    __syncthreads();
  }
  if (tid == 0 && base < n) {
    sums[block] = partial[0];
  }
}
