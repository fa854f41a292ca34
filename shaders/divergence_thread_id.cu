// The first three lanes of a block take a path of their own: only the first warp walks both.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_thread_id(int* data, unsigned n) {
  unsigned tid = threadIdx.x;  //@10
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@14
  if (i >= n) {  //@15
    return;  //@16
  }
  int value = data[i];  //@18
  if (tid > 2) {  //@19
    for (int k = 0; k < ITERATIONS; k++) {  //@20
      value = (value * 5 + 1) ^ k;  //@21
    }
  } else {
    for (int k = 0; k < ITERATIONS; k++) {  //@24
      value = (value * 3 + 7) ^ k;  //@25
    }
  }
  data[i] = value;  //@28
}
