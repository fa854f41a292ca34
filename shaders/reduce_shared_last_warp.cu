// The first 32 lanes take the last six steps without barriers: a further refinement, but a bad idea.
// Launch: one thread per two elements. data: n words; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_shared_last_warp(const int* __restrict__ data, int* sums, unsigned n) {  //@16
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
  volatile int* lockstep = partial;
  // No barriers: right only where the 32 threads of a warp run in lockstep.
  if (tid < 32) {  //@36
    lockstep[tid] += lockstep[tid + 32];  //@37
    lockstep[tid] += lockstep[tid + 16];  //@38
    lockstep[tid] += lockstep[tid + 8];  //@39
    lockstep[tid] += lockstep[tid + 4];  //@40
    lockstep[tid] += lockstep[tid + 2];  //@41
    lockstep[tid] += lockstep[tid + 1];  //@42
  }
  if (tid == 0 && base < n) {  //@44
    sums[block] = partial[0];  //@45
  }
}
