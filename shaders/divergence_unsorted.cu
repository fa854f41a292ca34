// Cheap and expensive elements lie mixed: every warp walks both paths.
// Launch: one thread per element. kind: n words, 0 cheap, 1 expensive; data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_unsorted(const unsigned* __restrict__ kind, int* data, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  if (i >= n) {
    return;
  }
  unsigned element = i;
  unsigned value = data[element];
  if (kind[element] == 0) {
    value = value * 5 + 1;
  } else {
    for (int k = 0; k < ITERATIONS; k++) {
      value = (value * 3 + 7) ^ k;
    }
  }
  data[element] = value;
}
