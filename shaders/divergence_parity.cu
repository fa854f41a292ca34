// Even and odd lanes take different paths: every warp walks both.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_parity(int* data, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  if (i >= n) {
    return;
  }
  unsigned value = data[i];
  if (i % 2 == 0) {
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
