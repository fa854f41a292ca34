// The same additions, handed to the first lanes: whole warps work or rest.
// Launch: one thread per element. data: n words, reduced in place; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_neighbored_less(int* data, int* sums, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  unsigned base = block * BLOCK;
  for (unsigned stride = 1; stride < BLOCK; stride *= 2) {
    unsigned i = base + 2 * stride * tid;
    if (i < base + BLOCK && i + stride < n) {
      data[i] += data[i + stride];
    }
    __syncthreads();
  }
  if (tid == 0 && base < n) {
    sums[block] = data[base];
  }
}
