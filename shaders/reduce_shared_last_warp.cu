// The first 32 lanes take the last six steps without barriers: a further refinement, but a bad idea.
// Launch: one thread per two elements. data: n words; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_shared_last_warp(const int* __restrict__ data, int* sums, unsigned n) {
  __shared__ int partial[BLOCK];
  unsigned tid = threadIdx.x;
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  unsigned base = block * BLOCK * 2;
  unsigned i = base + tid;
  int value = 0;
  if (i < n) {
    value = data[i];
  }
  if (i + BLOCK < n) {
    value += data[i + BLOCK];
  }
  partial[tid] = value;
  __syncthreads();
  for (unsigned stride = BLOCK / 2; stride > 32; stride /= 2) {
    if (tid < stride) {
      partial[tid] += partial[tid + stride];
    }
    __syncthreads();
  }
  volatile int* lockstep = partial;
  // No barriers: right only where the 32 threads of a warp run in lockstep.
  if (tid < 32) {
    lockstep[tid] += lockstep[tid + 32];
    lockstep[tid] += lockstep[tid + 16];
    lockstep[tid] += lockstep[tid + 8];
    lockstep[tid] += lockstep[tid + 4];
    lockstep[tid] += lockstep[tid + 2];
    lockstep[tid] += lockstep[tid + 1];
  }
  if (tid == 0 && base < n) {
    sums[block] = partial[0];
  }
}
