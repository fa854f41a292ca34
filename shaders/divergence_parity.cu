// Even and odd lanes take different paths: every warp walks both.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_parity(int* data, unsigned n) {
  unsigned tid = threadIdx.x;  //@10
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@14
  if (i >= n) {  //@15
    return;  //@16
  }
  if (i % 2 == 0) {  //@18
    for (int k = 0; k < ITERATIONS; k++) {  //@19
      data[i] = (data[i] * 5 + 1) ^ k;  //@20
    }
  } else {
    for (int k = 0; k < ITERATIONS; k++) {  //@23
      data[i] = (data[i] * 3 + 7) ^ k;  //@24
    }
  }
}
