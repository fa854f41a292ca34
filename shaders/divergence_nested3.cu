// Three nested conditions on bits of the lane's number: every warp walks eight paths.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_nested3(int* data, unsigned n) {
  unsigned tid = threadIdx.x;  //@10
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@14
  if (i >= n) {  //@15
    return;  //@16
  }
  if ((tid & 1) == 0) {  //@18
    if ((tid & 2) == 0) {  //@19
      if ((tid & 4) == 0) {  //@20
        for (int k = 0; k < ITERATIONS; k++) {  //@21
          data[i] = (data[i] * 3 + 1) ^ k;  //@22
        }
      } else {
        for (int k = 0; k < ITERATIONS; k++) {  //@25
          data[i] = (data[i] * 11 + 5) ^ k;  //@26
        }
      }
    } else {
      if ((tid & 4) == 0) {  //@30
        for (int k = 0; k < ITERATIONS; k++) {  //@31
          data[i] = (data[i] * 7 + 3) ^ k;  //@32
        }
      } else {
        for (int k = 0; k < ITERATIONS; k++) {  //@35
          data[i] = (data[i] * 15 + 7) ^ k;  //@36
        }
      }
    }
  } else {
    if ((tid & 2) == 0) {  //@41
      if ((tid & 4) == 0) {  //@42
        for (int k = 0; k < ITERATIONS; k++) {  //@43
          data[i] = (data[i] * 5 + 2) ^ k;  //@44
        }
      } else {
        for (int k = 0; k < ITERATIONS; k++) {  //@47
          data[i] = (data[i] * 13 + 6) ^ k;  //@48
        }
      }
    } else {
      if ((tid & 4) == 0) {  //@52
        for (int k = 0; k < ITERATIONS; k++) {  //@53
          data[i] = (data[i] * 9 + 4) ^ k;  //@54
        }
      } else {
        for (int k = 0; k < ITERATIONS; k++) {  //@57
          data[i] = (data[i] * 17 + 8) ^ k;  //@58
        }
      }
    }
  }
}
