// A switch on the lane's number: every warp walks all four cases.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_switch(int* data, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  if (i >= n) {
    return;
  }
  unsigned value = data[i];
  switch (tid % 4) {
    case 0: {
      for (int k = 0; k < ITERATIONS; k++) {
        value = (value * 3 + 1) ^ k;
      }
      break;
    }
    case 1: {
      for (int k = 0; k < ITERATIONS; k++) {
        value = (value * 5 + 2) ^ k;
      }
      break;
    }
    case 2: {
      for (int k = 0; k < ITERATIONS; k++) {
        value = (value * 7 + 3) ^ k;
      }
      break;
    }
    default: {
      for (int k = 0; k < ITERATIONS; k++) {
        value = (value * 9 + 4) ^ k;
      }
    }
  }
  data[i] = value;
}
