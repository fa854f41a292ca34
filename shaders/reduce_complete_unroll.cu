// The whole tree is written out; the block size is fixed before compiling, so the compiler drops steps.
// Launch: one thread per eight elements. data: n words, reduced in place; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_complete_unroll(int* data, int* sums, unsigned n) {  //@14
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
  if (BLOCK >= 1024 && tid < 512 && i + 512 < n) {  //@27
    data[i] += data[i + 512];  //@28
  }
  __syncthreads();  //@30
  if (BLOCK >= 512 && tid < 256 && i + 256 < n) {  //@31
    data[i] += data[i + 256];  //@32
  }
  __syncthreads();  //@34
  if (BLOCK >= 256 && tid < 128 && i + 128 < n) {  //@35
    data[i] += data[i + 128];  //@36
  }
  __syncthreads();  //@38
  if (BLOCK >= 128 && tid < 64 && i + 64 < n) {  //@39
    data[i] += data[i + 64];  //@40
  }
  __syncthreads();  //@42
  volatile int* lockstep = data;
  // No barriers: right only where the 32 threads of a warp run in lockstep.
  if (tid < 32 && base + 64 <= n) {  //@44
    lockstep[i] += lockstep[i + 32];  //@45
    lockstep[i] += lockstep[i + 16];  //@46
    lockstep[i] += lockstep[i + 8];  //@47
    lockstep[i] += lockstep[i + 4];  //@48
    lockstep[i] += lockstep[i + 2];  //@49
    lockstep[i] += lockstep[i + 1];  //@50
  } else if (tid == 0) {  //@51
    for (unsigned k = base + 1; k < n; k++) {  //@52
      data[base] += data[k];  //@53
    }
  }
  if (tid == 0 && base < n) {  //@56
    sums[block] = data[base];  //@57
  }
}
