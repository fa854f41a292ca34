// Two nested conditions on bits of the lane's number: every warp walks four paths.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_nested2(int* data, unsigned n) {
  unsigned tid = threadIdx.x;  //@10
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@14
  if (i >= n) {  //@15
    return;  //@16
  }
  int value = data[i];  //@18
  if ((tid & 1) == 0) {  //@19
    if ((tid & 2) == 0) {  //@20
      for (int k = 0; k < ITERATIONS; k++) {  //@21
        value = (value * 3 + 1) ^ k;  //@22
      }
    } else {
      for (int k = 0; k < ITERATIONS; k++) {  //@25
        value = (value * 7 + 3) ^ k;  //@26
      }
    }
  } else {
    if ((tid & 2) == 0) {  //@30
      for (int k = 0; k < ITERATIONS; k++) {  //@31
        value = (value * 5 + 2) ^ k;  //@32
      }
    } else {
      for (int k = 0; k < ITERATIONS; k++) {  //@35
        value = (value * 9 + 4) ^ k;  //@36
      }
    }
  }
  data[i] = value;  //@40
}
