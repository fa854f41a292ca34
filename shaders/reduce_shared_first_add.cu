// Each lane adds two elements while it loads, so no lane rests from the start.
// Launch: one thread per two elements. data: n words; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_shared_first_add(const int* __restrict__ data, int* sums, unsigned n) {  //@16
  __shared__ int partial[BLOCK];  //@8
  unsigned tid = threadIdx.x;  //@12
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;  //@17
  unsigned base = block * BLOCK * 2;  //@18
  unsigned i = base + tid;  //@19
  int value = 0;  //@20
  if (i < n) {  //@21
    value = data[i];  //@22
  }
  if (i + BLOCK < n) {  //@24
    value += data[i + BLOCK];  //@25
  }
  partial[tid] = value;  //@27
  __syncthreads();  //@28
  for (unsigned stride = BLOCK / 2; stride > 0; stride /= 2) {  //@29
    if (tid < stride) {  //@30
      partial[tid] += partial[tid + stride];  //@31
    }
    __syncthreads();  //@33
  }
  if (tid == 0 && base < n) {  //@35
    sums[block] = partial[0];  //@36
  }
}
