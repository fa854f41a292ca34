// The last six steps are written out, and each ends at a barrier that all lanes reach.
// Launch: one thread per two elements. data: n words; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_shared_last_warp_barriers(const int* __restrict__ data, int* sums, unsigned n) {  //@16
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
  for (unsigned stride = BLOCK / 2; stride > 32; stride /= 2) {  //@29
    if (tid < stride) {  //@30
      partial[tid] += partial[tid + stride];  //@31
    }
    __syncthreads();  //@33
  }
  if (tid < 32) {  //@35
    partial[tid] += partial[tid + 32];  //@36
  }
  __syncthreads();  //@38
  if (tid < 16) {  //@39
    partial[tid] += partial[tid + 16];  //@40
  }
  __syncthreads();  //@42
  if (tid < 8) {  //@43
    partial[tid] += partial[tid + 8];  //@44
  }
  __syncthreads();  //@46
  if (tid < 4) {  //@47
    partial[tid] += partial[tid + 4];  //@48
  }
  __syncthreads();  //@50
  if (tid < 2) {  //@51
    partial[tid] += partial[tid + 2];  //@52
  }
  __syncthreads();  //@54
  if (tid < 1) {  //@55
    partial[tid] += partial[tid + 1];  //@56
  }
  __syncthreads();  //@58
  if (tid == 0 && base < n) {  //@59
    sums[block] = partial[0];  //@60
  }
}
