// The stride starts at half a block and shrinks: working lanes touch words side by side.
// Launch: one thread per element. data: n words, reduced in place; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_interleaved(int* data, int* sums, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  unsigned base = block * BLOCK;
  unsigned i = base + tid;
  for (unsigned stride = BLOCK / 2; stride > 0; stride /= 2) {
    if (tid < stride && i + stride < n) {
      data[i] += data[i + stride];
    }
    __syncthreads();
  }
  if (tid == 0 && base < n) {
    sums[block] = data[base];
  }
}
