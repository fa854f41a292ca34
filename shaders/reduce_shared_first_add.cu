// Each lane adds two elements while it loads, so no lane rests from the start.
// Launch: one thread per two elements. data: n words; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_shared_first_add(const int* __restrict__ data, int* sums, unsigned n) {
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
