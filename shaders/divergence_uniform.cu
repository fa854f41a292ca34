// All lanes of a block take the same path: each warp walks one.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS, unsigned WARP_WIDTH>
__global__ void divergence_uniform(int* data, unsigned n) {
  unsigned tid = threadIdx.x;  //@11
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;  //@15
  unsigned i = block * BLOCK + tid;  //@16
  if (i >= n) {  //@17
    return;  //@18
  }
  unsigned path = block % WARP_WIDTH;  //@20
  for (unsigned p = 0; p < WARP_WIDTH; p++) {  //@21
    if (path == p) {  //@22
      for (int k = 0; k < ITERATIONS; k++) {  //@23
        data[i] = (data[i] * 5 + int(p)) ^ k;  //@24
      }
    }
  }
}
