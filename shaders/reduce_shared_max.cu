// The stride halves, and each step keeps the larger of two words.
// Launch: one thread per element. data: n words; maxima: one word per block.
template <unsigned BLOCK>
__global__ void reduce_shared_max(const int* __restrict__ data, int* maxima, unsigned n) {
  __shared__ int partial[BLOCK];
  unsigned tid = threadIdx.x;
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  unsigned base = block * BLOCK;
  unsigned i = base + tid;
  int value = -2147483648;
  if (i < n) {
    value = data[i];
  }
  partial[tid] = value;
  __syncthreads();
  for (unsigned stride = BLOCK / 2; stride > 0; stride /= 2) {
    if (tid < stride) {
      partial[tid] = max(partial[tid], partial[tid + stride]);
    }
    __syncthreads();
  }
  if (tid == 0 && base < n) {
    maxima[block] = partial[0];
  }
}
