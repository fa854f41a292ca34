// The whole tree is written out; each step asks at run time whether the block is large enough.
// Launch: one thread per eight elements. data: n words, reduced in place; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_complete_unroll8(int* data, int* sums, unsigned n) {  //@14
  unsigned tid = threadIdx.x;  //@10
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;  //@15
  unsigned base = block * BLOCK * 8;  //@16
  unsigned i = base + tid;  //@17
  unsigned lanes = blockDim.x;  //@18
  if (i + 7 * BLOCK < n) {  //@19
    data[i] += data[i + BLOCK] + data[i + 2 * BLOCK] + data[i + 3 * BLOCK]  //@20
      + data[i + 4 * BLOCK] + data[i + 5 * BLOCK] + data[i + 6 * BLOCK] + data[i + 7 * BLOCK];  //@21
  } else {
    for (unsigned k = i + BLOCK; k < n; k += BLOCK) {  //@23
      data[i] += data[k];  //@24
    }
  }
  __syncthreads();  //@27
  if (lanes >= 1024 && tid < 512 && i + 512 < n) {  //@28
    data[i] += data[i + 512];  //@29
  }
  __syncthreads();  //@31
  if (lanes >= 512 && tid < 256 && i + 256 < n) {  //@32
    data[i] += data[i + 256];  //@33
  }
  __syncthreads();  //@35
  if (lanes >= 256 && tid < 128 && i + 128 < n) {  //@36
    data[i] += data[i + 128];  //@37
  }
  __syncthreads();  //@39
  if (lanes >= 128 && tid < 64 && i + 64 < n) {  //@40
    data[i] += data[i + 64];  //@41
  }
  __syncthreads();  //@43
  volatile int* lockstep = data;
  // No barriers: right only where the 32 threads of a warp run in lockstep.
  if (tid < 32 && base + 64 <= n) {  //@45
    lockstep[i] += lockstep[i + 32];  //@46
    lockstep[i] += lockstep[i + 16];  //@47
    lockstep[i] += lockstep[i + 8];  //@48
    lockstep[i] += lockstep[i + 4];  //@49
    lockstep[i] += lockstep[i + 2];  //@50
    lockstep[i] += lockstep[i + 1];  //@51
  } else if (tid == 0) {  //@52
    for (unsigned k = base + 1; k < n; k++) {  //@53
      data[base] += data[k];  //@54
    }
  }
  if (tid == 0 && base < n) {  //@57
    sums[block] = data[base];  //@58
  }
}
