// The lower half of each warp stores, the upper half reads at once: right only if a warp waits for both sides of a branch.
// Launch: one thread per element. data: n words, each becomes what the thread of the lower half has computed.
template <unsigned BLOCK, int ITERATIONS, unsigned WARP_WIDTH>
__global__ void exchange_lockstep(int* data, unsigned n) {
  __shared__ int tile[BLOCK];
  unsigned tid = threadIdx.x;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  unsigned half = WARP_WIDTH / 2;
  unsigned place = tid % WARP_WIDTH;
  if (place < half) {
    int value = 0;
    if (i < n) {
      value = data[i];
    }
    for (int k = 0; k < ITERATIONS; k++) {
      value = (value * 5 + 1) ^ k;
    }
    tile[tid] = value;
  }
  int found = tile[tid - place + place % half];
  if (i < n) {
    data[i] = found;
  }
}
