// The first three warps of a block take a path of their own: each warp walks one.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS, unsigned WARP_WIDTH>
__global__ void divergence_warp_id(int* data, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  if (i >= n) {
    return;
  }
  unsigned value = data[i];
  if (tid / WARP_WIDTH > 2) {
    for (int k = 0; k < ITERATIONS; k++) {
      value = (value * 5 + 1) ^ k;
    }
  } else {
    for (int k = 0; k < ITERATIONS; k++) {
      value = (value * 3 + 7) ^ k;
    }
  }
  data[i] = value;
}
