// Three nested conditions on bits of the lane's number: every warp walks eight paths.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_nested3(int* data, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  if (i >= n) {
    return;
  }
  unsigned value = data[i];
  if ((tid & 1) == 0) {
    if ((tid & 2) == 0) {
      if ((tid & 4) == 0) {
        for (int k = 0; k < ITERATIONS; k++) {
          value = (value * 3 + 1) ^ k;
        }
      } else {
        for (int k = 0; k < ITERATIONS; k++) {
          value = (value * 11 + 5) ^ k;
        }
      }
    } else {
      if ((tid & 4) == 0) {
        for (int k = 0; k < ITERATIONS; k++) {
          value = (value * 7 + 3) ^ k;
        }
      } else {
        for (int k = 0; k < ITERATIONS; k++) {
          value = (value * 15 + 7) ^ k;
        }
      }
    }
  } else {
    if ((tid & 2) == 0) {
      if ((tid & 4) == 0) {
        for (int k = 0; k < ITERATIONS; k++) {
          value = (value * 5 + 2) ^ k;
        }
      } else {
        for (int k = 0; k < ITERATIONS; k++) {
          value = (value * 13 + 6) ^ k;
        }
      }
    } else {
      if ((tid & 4) == 0) {
        for (int k = 0; k < ITERATIONS; k++) {
          value = (value * 9 + 4) ^ k;
        }
      } else {
        for (int k = 0; k < ITERATIONS; k++) {
          value = (value * 17 + 8) ^ k;
        }
      }
    }
  }
  data[i] = value;
}
