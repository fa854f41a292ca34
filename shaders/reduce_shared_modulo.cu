// In shared memory, lanes whose number divides by 2 * stride add the neighbour that is stride away.
// Launch: one thread per element. data: n words; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_shared_modulo(const int* __restrict__ data, int* sums, unsigned n) {  //@16
  __shared__ int partial[BLOCK];  //@8
  unsigned tid = threadIdx.x;  //@12
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;  //@17
  unsigned base = block * BLOCK;  //@18
  unsigned i = base + tid;  //@19
  int value = 0;  //@20
  if (i < n) {  //@21
    value = data[i];  //@22
  }
  partial[tid] = value;  //@24
  __syncthreads();  //@25
  for (unsigned stride = 1; stride < BLOCK; stride *= 2) {  //@26
    if (tid % (2 * stride) == 0) {  //@27
      partial[tid] += partial[tid + stride];  //@28
    }
    __syncthreads();  //@30
  }
  if (tid == 0 && base < n) {  //@32
    sums[block] = partial[0];  //@33
  }
}
