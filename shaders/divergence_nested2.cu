// Two nested conditions on bits of the lane's number: every warp walks four paths.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_nested2(int* data, unsigned n) {
  unsigned tid = threadIdx.x;  //@10
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@14
  if (i >= n) {  //@15
    return;  //@16
  }
  if ((tid & 1) == 0) {  //@18
    if ((tid & 2) == 0) {  //@19
      for (int k = 0; k < ITERATIONS; k++) {  //@20
        data[i] = (data[i] * 3 + 1) ^ k;  //@21
      }
    } else {
      for (int k = 0; k < ITERATIONS; k++) {  //@24
        data[i] = (data[i] * 7 + 3) ^ k;  //@25
      }
    }
  } else {
    if ((tid & 2) == 0) {  //@29
      for (int k = 0; k < ITERATIONS; k++) {  //@30
        data[i] = (data[i] * 5 + 2) ^ k;  //@31
      }
    } else {
      for (int k = 0; k < ITERATIONS; k++) {  //@34
        data[i] = (data[i] * 9 + 4) ^ k;  //@35
      }
    }
  }
}
