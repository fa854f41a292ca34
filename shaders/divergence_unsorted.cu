// Cheap and expensive elements lie mixed: every warp walks both paths.
// Launch: one thread per element. kind: n words, 0 cheap, 1 expensive; data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_unsorted(const unsigned* __restrict__ kind, int* data, unsigned n) {
  unsigned tid = threadIdx.x;  //@11
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@15
  if (i >= n) {  //@16
    return;  //@17
  }
  unsigned element = i;  //@19
  int value = data[element];  //@20
  if (kind[element] == 0) {  //@21
    value = value * 5 + 1;  //@22
  } else {
    for (int k = 0; k < ITERATIONS; k++) {  //@24
      value = (value * 3 + 7) ^ k;  //@25
    }
  }
  data[element] = value;  //@28
}
