// Every stride is a constant: no loop, no division, and whole blocks are asked about their end once.
// Launch: one thread per element, blocks of 32 or more. data: n words, reduced in place; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_neighbored_unrolled(int* data, int* sums, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  unsigned base = block * BLOCK;
  unsigned i = base + tid;
  if (base + BLOCK <= n) {
    if (tid % 2 == 0) {
      data[i] += data[i + 1];
    }
    __syncthreads();
    if (tid % 4 == 0) {
      data[i] += data[i + 2];
    }
    __syncthreads();
    if (tid % 8 == 0) {
      data[i] += data[i + 4];
    }
    __syncthreads();
    if (tid % 16 == 0) {
      data[i] += data[i + 8];
    }
    __syncthreads();
    if (tid % 32 == 0) {
      data[i] += data[i + 16];
    }
    if (BLOCK >= 64) {
      __syncthreads();
      if (tid % 64 == 0) {
        data[i] += data[i + 32];
      }
    }
    if (BLOCK >= 128) {
      __syncthreads();
      if (tid % 128 == 0) {
        data[i] += data[i + 64];
      }
    }
    if (BLOCK >= 256) {
      __syncthreads();
      if (tid % 256 == 0) {
        data[i] += data[i + 128];
      }
    }
    if (BLOCK >= 512) {
      __syncthreads();
      if (tid % 512 == 0) {
        data[i] += data[i + 256];
      }
    }
    if (BLOCK >= 1024) {
      __syncthreads();
      if (tid % 1024 == 0) {
        data[i] += data[i + 512];
      }
    }
    if (tid == 0) {
      sums[block] = data[base];
    }
    return;
  }
  for (unsigned stride = 1; stride < BLOCK; stride *= 2) {
    if (tid % (2 * stride) == 0 && i + stride < n) {
      data[i] += data[i + stride];
    }
    __syncthreads();
  }
  if (tid == 0 && base < n) {
    sums[block] = data[base];
  }
}
