// Folds eight blocks of data, reduces interleaved to 64 words; one warp adds those in six steps.
// Launch: one thread per eight elements. data: n words, reduced in place; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_unroll_warps8(int* data, int* sums, unsigned n) {  //@14
  unsigned tid = threadIdx.x;  //@10
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;  //@15
  unsigned base = block * BLOCK * 8;  //@16
  unsigned i = base + tid;  //@17
  if (i + 7 * BLOCK < n) {  //@18
    data[i] += data[i + BLOCK] + data[i + 2 * BLOCK] + data[i + 3 * BLOCK]  //@19
      + data[i + 4 * BLOCK] + data[i + 5 * BLOCK] + data[i + 6 * BLOCK] + data[i + 7 * BLOCK];  //@20
  } else {
    for (unsigned k = i + BLOCK; k < n; k += BLOCK) {  //@22
      data[i] += data[k];  //@23
    }
  }
  __syncthreads();  //@26
  for (unsigned stride = BLOCK / 2; stride > 32; stride /= 2) {  //@27
    if (tid < stride && i + stride < n) {  //@28
      data[i] += data[i + stride];  //@29
    }
    __syncthreads();  //@31
  }
  volatile int* lockstep = data;
  // No barriers: right only where the 32 threads of a warp run in lockstep.
  if (tid < 32 && base + 64 <= n) {  //@34
    lockstep[i] += lockstep[i + 32];  //@35
    lockstep[i] += lockstep[i + 16];  //@36
    lockstep[i] += lockstep[i + 8];  //@37
    lockstep[i] += lockstep[i + 4];  //@38
    lockstep[i] += lockstep[i + 2];  //@39
    lockstep[i] += lockstep[i + 1];  //@40
  } else if (tid == 0) {  //@41
    for (unsigned k = base + 1; k < n; k++) {  //@42
      data[base] += data[k];  //@43
    }
  }
  if (tid == 0 && base < n) {  //@46
    sums[block] = data[base];  //@47
  }
}
