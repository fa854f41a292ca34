// Lanes whose number divides by 2 * stride add the neighbour that is stride away.
// Launch: one thread per element. data: n words, reduced in place; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_neighbored(int* data, int* sums, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  unsigned base = block * BLOCK;
  unsigned i = base + tid;
  for (unsigned stride = 1; stride < BLOCK; stride *= 2) {
    if (tid % (2 * stride) == 0 && i + stride < n) {
      data[i] += data[i + stride];
    }
    __syncthreads();
  }
  if (tid == 0 && base < n) {
    sums[block] = data[base];
  }
}
