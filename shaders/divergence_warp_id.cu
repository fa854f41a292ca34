// The first three warps of a block take a path of their own: each warp walks one.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS, unsigned WARP_WIDTH>
__global__ void divergence_warp_id(int* data, unsigned n) {
  unsigned tid = threadIdx.x;  //@11
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@15
  if (i >= n) {  //@16
    return;  //@17
  }
  if (tid / WARP_WIDTH > 2) {  //@19
    for (int k = 0; k < ITERATIONS; k++) {  //@20
      data[i] = (data[i] * 5 + 1) ^ k;  //@21
    }
  } else {
    for (int k = 0; k < ITERATIONS; k++) {  //@24
      data[i] = (data[i] * 3 + 7) ^ k;  //@25
    }
  }
}
