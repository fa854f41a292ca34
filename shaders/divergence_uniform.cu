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
  int value = data[i];  //@20
  unsigned path = block % WARP_WIDTH;  //@21
  for (unsigned p = 0; p < WARP_WIDTH; p++) {  //@22
    if (path == p) {  //@23
      for (int k = 0; k < ITERATIONS; k++) {  //@24
        value = (value * 5 + int(p)) ^ k;  //@25
      }
    }
  }
  data[i] = value;  //@29
}
