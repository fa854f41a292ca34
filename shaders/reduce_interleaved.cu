// The stride starts at half a block and shrinks: working lanes touch words side by side.
// Launch: one thread per element. data: n words, reduced in place; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_interleaved(int* data, int* sums, unsigned n) {  //@14
  unsigned tid = threadIdx.x;  //@10
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;  //@15
  unsigned base = block * BLOCK;  //@16
  unsigned i = base + tid;  //@17
  for (unsigned stride = BLOCK / 2; stride > 0; stride /= 2) {  //@18
    if (tid < stride && i + stride < n) {  //@19
      data[i] += data[i + stride];  //@20
    }
    __syncthreads();  //@22
  }
  if (tid == 0 && base < n) {  //@24
    sums[block] = data[base];  //@25
  }
}
