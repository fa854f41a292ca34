// Every stride is a constant, and whole blocks are asked about their end once: whole warps work or rest.
// Launch: one thread per element, blocks of 32 or more. data: n words, reduced in place; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_neighbored_less_unrolled(int* data, int* sums, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  unsigned base = block * BLOCK;
  if (base + BLOCK <= n) {
    if (tid < BLOCK / 2) {
      unsigned i = base + 2 * tid;
      data[i] += data[i + 1];
    }
    __syncthreads();
    if (tid < BLOCK / 4) {
      unsigned i = base + 4 * tid;
      data[i] += data[i + 2];
    }
    __syncthreads();
    if (tid < BLOCK / 8) {
      unsigned i = base + 8 * tid;
      data[i] += data[i + 4];
    }
    __syncthreads();
    if (tid < BLOCK / 16) {
      unsigned i = base + 16 * tid;
      data[i] += data[i + 8];
    }
    __syncthreads();
    if (tid < BLOCK / 32) {
      unsigned i = base + 32 * tid;
      data[i] += data[i + 16];
    }
    if (BLOCK >= 64) {
      __syncthreads();
      if (tid < BLOCK / 64) {
        unsigned i = base + 64 * tid;
        data[i] += data[i + 32];
      }
    }
    if (BLOCK >= 128) {
      __syncthreads();
      if (tid < BLOCK / 128) {
        unsigned i = base + 128 * tid;
        data[i] += data[i + 64];
      }
    }
    if (BLOCK >= 256) {
      __syncthreads();
      if (tid < BLOCK / 256) {
        unsigned i = base + 256 * tid;
        data[i] += data[i + 128];
      }
    }
    if (BLOCK >= 512) {
      __syncthreads();
      if (tid < BLOCK / 512) {
        unsigned i = base + 512 * tid;
        data[i] += data[i + 256];
      }
    }
    if (BLOCK >= 1024) {
      __syncthreads();
      if (tid < BLOCK / 1024) {
        unsigned i = base + 1024 * tid;
        data[i] += data[i + 512];
      }
    }
    if (tid == 0) {
      sums[block] = data[base];
    }
    return;
  }
  for (unsigned stride = 1; stride < BLOCK; stride *= 2) {
    unsigned i = base + 2 * stride * tid;
    if (i < base + BLOCK && i + stride < n) {
      data[i] += data[i + stride];
    }
    __syncthreads();
  }
  if (tid == 0 && base < n) {
    sums[block] = data[base];
  }
}
