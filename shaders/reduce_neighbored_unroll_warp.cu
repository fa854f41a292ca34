// Neighbored pairs by the first lanes until 64 sums are left; one warp adds those in six steps.
// Launch: one thread per element. data: n words, reduced in place; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_neighbored_unroll_warp(int* data, int* sums, unsigned n) {  //@14
  unsigned tid = threadIdx.x;  //@10
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;  //@15
  unsigned base = block * BLOCK;  //@16
  for (unsigned stride = 1; stride < BLOCK / 64; stride *= 2) {  //@17
    unsigned i = base + 2 * stride * tid;  //@18
    if (i < base + BLOCK && i + stride < n) {  //@19
      data[i] += data[i + stride];  //@20
    }
    __syncthreads();  //@22
  }
  // The 64 sums lie this many words apart.
  unsigned apart = BLOCK / 64;  //@25
  unsigned i = base + apart * tid;  //@26
  volatile int* lockstep = data;
  // No barriers: right only where the 32 threads of a warp run in lockstep.
  if (tid < 32 && base + BLOCK <= n) {  //@28
    lockstep[i] += lockstep[i + 32 * apart];  //@29
    lockstep[i] += lockstep[i + 16 * apart];  //@30
    lockstep[i] += lockstep[i + 8 * apart];  //@31
    lockstep[i] += lockstep[i + 4 * apart];  //@32
    lockstep[i] += lockstep[i + 2 * apart];  //@33
    lockstep[i] += lockstep[i + apart];  //@34
  } else if (tid == 0) {  //@35
    for (unsigned k = base + apart; k < n; k += apart) {  //@36
      data[base] += data[k];  //@37
    }
  }
  if (tid == 0 && base < n) {  //@40
    sums[block] = data[base];  //@41
  }
}
