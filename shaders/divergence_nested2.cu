// Two nested conditions on bits of the lane's number: every warp walks four paths.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_nested2(int* data, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  if (i >= n) {
    return;
  }
  unsigned value = data[i];
  if ((tid & 1) == 0) {
    if ((tid & 2) == 0) {
      for (int k = 0; k < ITERATIONS; k++) {
        value = (value * 3 + 1) ^ k;
      }
    } else {
      for (int k = 0; k < ITERATIONS; k++) {
        value = (value * 7 + 3) ^ k;
      }
    }
  } else {
    if ((tid & 2) == 0) {
      for (int k = 0; k < ITERATIONS; k++) {
        value = (value * 5 + 2) ^ k;
      }
    } else {
      for (int k = 0; k < ITERATIONS; k++) {
        value = (value * 9 + 4) ^ k;
      }
    }
  }
  data[i] = value;
}
