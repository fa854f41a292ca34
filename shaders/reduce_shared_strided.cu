// The same additions, handed to the first lanes: whole warps work or rest, but banks conflict.
// Launch: one thread per element. data: n words; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_shared_strided(const int* __restrict__ data, int* sums, unsigned n) {
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
  for (unsigned stride = 1; stride < BLOCK; stride *= 2) {
    unsigned place = 2 * stride * tid;
    if (place < BLOCK) {
      partial[place] += partial[place + stride];
    }
    __syncthreads();
  }
  if (tid == 0 && base < n) {
    sums[block] = partial[0];
  }
}
