// Neighbored pairs by the first lanes until 64 sums are left; one warp adds those in six steps.
// Launch: one thread per element. data: n words, reduced in place; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_neighbored_unroll_warp(int* data, int* sums, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  unsigned base = block * BLOCK;
  for (unsigned stride = 1; stride < BLOCK / 64; stride *= 2) {
    unsigned i = base + 2 * stride * tid;
    if (i < base + BLOCK && i + stride < n) {
      data[i] += data[i + stride];
    }
    __syncthreads();
  }
  // The 64 sums lie this many words apart.
  unsigned apart = BLOCK / 64;
  unsigned i = base + apart * tid;
  volatile int* lockstep = data;
  // No barriers: right only where the 32 threads of a warp run in lockstep.
  if (tid < 32 && base + BLOCK <= n) {
    lockstep[i] += lockstep[i + 32 * apart];
    lockstep[i] += lockstep[i + 16 * apart];
    lockstep[i] += lockstep[i + 8 * apart];
    lockstep[i] += lockstep[i + 4 * apart];
    lockstep[i] += lockstep[i + 2 * apart];
    lockstep[i] += lockstep[i + apart];
  } else if (tid == 0) {
    for (unsigned k = base + apart; k < n; k += apart) {
      data[base] += data[k];
    }
  }
  if (tid == 0 && base < n) {
    sums[block] = data[base];
  }
}
