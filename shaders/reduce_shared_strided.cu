// The same additions, handed to the first lanes: whole warps work or rest, but banks conflict.
// Launch: one thread per element. data: n words; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_shared_strided(const int* __restrict__ data, int* sums, unsigned n) {  //@16
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
    unsigned place = 2 * stride * tid;  //@27
    if (place < BLOCK) {  //@28
      partial[place] += partial[place + stride];  //@29
    }
    __syncthreads();  //@31
  }
  if (tid == 0 && base < n) {  //@33
    sums[block] = partial[0];  //@34
  }
}
