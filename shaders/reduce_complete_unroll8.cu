// The whole tree is written out; each step asks at run time whether the block is large enough.
// Launch: one thread per eight elements. data: n words, reduced in place; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_complete_unroll8(int* data, int* sums, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  unsigned base = block * BLOCK * 8;
  unsigned i = base + tid;
  unsigned lanes = blockDim.x;
  if (i + 7 * BLOCK < n) {
    data[i] += data[i + BLOCK] + data[i + 2 * BLOCK] + data[i + 3 * BLOCK]
      + data[i + 4 * BLOCK] + data[i + 5 * BLOCK] + data[i + 6 * BLOCK] + data[i + 7 * BLOCK];
  } else {
    for (unsigned k = i + BLOCK; k < n; k += BLOCK) {
      data[i] += data[k];
    }
  }
  __syncthreads();
  if (lanes >= 1024 && tid < 512 && i + 512 < n) {
    data[i] += data[i + 512];
  }
  __syncthreads();
  if (lanes >= 512 && tid < 256 && i + 256 < n) {
    data[i] += data[i + 256];
  }
  __syncthreads();
  if (lanes >= 256 && tid < 128 && i + 128 < n) {
    data[i] += data[i + 128];
  }
  __syncthreads();
  if (lanes >= 128 && tid < 64 && i + 64 < n) {
    data[i] += data[i + 64];
  }
  __syncthreads();
  volatile int* lockstep = data;
  // No barriers: right only where the 32 threads of a warp run in lockstep.
  if (tid < 32 && base + 64 <= n) {
    lockstep[i] += lockstep[i + 32];
    lockstep[i] += lockstep[i + 16];
    lockstep[i] += lockstep[i + 8];
    lockstep[i] += lockstep[i + 4];
    lockstep[i] += lockstep[i + 2];
    lockstep[i] += lockstep[i + 1];
  } else if (tid == 0) {
    for (unsigned k = base + 1; k < n; k++) {
      data[base] += data[k];
    }
  }
  if (tid == 0 && base < n) {
    sums[block] = data[base];
  }
}
