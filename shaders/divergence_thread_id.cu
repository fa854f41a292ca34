// The first three lanes of a block take a path of their own: only the first warp walks both.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_thread_id(int* data, unsigned n) {
  unsigned tid = threadIdx.x;  //@10
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@14
  if (i >= n) {  //@15
    return;  //@16
  }
  if (tid > 2) {  //@18
    for (int k = 0; k < ITERATIONS; k++) {  //@19
      data[i] = (data[i] * 5 + 1) ^ k;  //@20
    }
  } else {
    for (int k = 0; k < ITERATIONS; k++) {  //@23
      data[i] = (data[i] * 3 + 7) ^ k;  //@24
    }
  }
}
