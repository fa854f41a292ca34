// Every stride is a constant, from half a block down, and whole blocks are asked about their end once.
// Launch: one thread per element, blocks of 32 or more. data: n words, reduced in place; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_interleaved_unrolled(int* data, int* sums, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  unsigned base = block * BLOCK;
  unsigned i = base + tid;
  if (base + BLOCK <= n) {
    if (BLOCK >= 1024) {
      if (tid < 512) {
        data[i] += data[i + 512];
      }
      __syncthreads();
    }
    if (BLOCK >= 512) {
      if (tid < 256) {
        data[i] += data[i + 256];
      }
      __syncthreads();
    }
    if (BLOCK >= 256) {
      if (tid < 128) {
        data[i] += data[i + 128];
      }
      __syncthreads();
    }
    if (BLOCK >= 128) {
      if (tid < 64) {
        data[i] += data[i + 64];
      }
      __syncthreads();
    }
    if (BLOCK >= 64) {
      if (tid < 32) {
        data[i] += data[i + 32];
      }
      __syncthreads();
    }
    if (tid < 16) {
      data[i] += data[i + 16];
    }
    __syncthreads();
    if (tid < 8) {
      data[i] += data[i + 8];
    }
    __syncthreads();
    if (tid < 4) {
      data[i] += data[i + 4];
    }
    __syncthreads();
    if (tid < 2) {
      data[i] += data[i + 2];
    }
    __syncthreads();
    if (tid < 1) {
      data[i] += data[i + 1];
    }
    if (tid == 0) {
      sums[block] = data[base];
    }
    return;
  }
  for (unsigned stride = BLOCK / 2; stride > 0; stride /= 2) {
    if (tid < stride && i + stride < n) {
      data[i] += data[i + stride];
    }
    __syncthreads();
  }
  if (tid == 0 && base < n) {
    sums[block] = data[base];
  }
}
