// The stride halves, and each step keeps the larger of two words.
// Launch: one thread per element. data: n words; maxima: one word per block.
template <unsigned BLOCK>
__global__ void reduce_shared_max(const int* __restrict__ data, int* maxima, unsigned n) {  //@16
  __shared__ int partial[BLOCK];  //@8
  unsigned tid = threadIdx.x;  //@12
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;  //@17
  unsigned base = block * BLOCK;  //@18
  unsigned i = base + tid;  //@19
  int value = -2147483648;  //@20
  if (i < n) {  //@21
    value = data[i];  //@22
  }
  partial[tid] = value;  //@24
  __syncthreads();  //@25
  for (unsigned stride = BLOCK / 2; stride > 0; stride /= 2) {  //@26
    if (tid < stride) {  //@27
      partial[tid] = max(partial[tid], partial[tid + stride]);  //@28
    }
    __syncthreads();  //@30
  }
  if (tid == 0 && base < n) {  //@32
    maxima[block] = partial[0];  //@33
  }
}
