// Three nested conditions on bits of the lane's number: every warp walks eight paths.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_nested3(int* data, unsigned n) {
  unsigned tid = threadIdx.x;  //@10
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@14
  if (i >= n) {  //@15
    return;  //@16
  }
  int value = data[i];  //@18
  if ((tid & 1) == 0) {  //@19
    if ((tid & 2) == 0) {  //@20
      if ((tid & 4) == 0) {  //@21
        for (int k = 0; k < ITERATIONS; k++) {  //@22
          value = (value * 3 + 1) ^ k;  //@23
        }
      } else {
        for (int k = 0; k < ITERATIONS; k++) {  //@26
          value = (value * 11 + 5) ^ k;  //@27
        }
      }
    } else {
      if ((tid & 4) == 0) {  //@31
        for (int k = 0; k < ITERATIONS; k++) {  //@32
          value = (value * 7 + 3) ^ k;  //@33
        }
      } else {
        for (int k = 0; k < ITERATIONS; k++) {  //@36
          value = (value * 15 + 7) ^ k;  //@37
        }
      }
    }
  } else {
    if ((tid & 2) == 0) {  //@42
      if ((tid & 4) == 0) {  //@43
        for (int k = 0; k < ITERATIONS; k++) {  //@44
          value = (value * 5 + 2) ^ k;  //@45
        }
      } else {
        for (int k = 0; k < ITERATIONS; k++) {  //@48
          value = (value * 13 + 6) ^ k;  //@49
        }
      }
    } else {
      if ((tid & 4) == 0) {  //@53
        for (int k = 0; k < ITERATIONS; k++) {  //@54
          value = (value * 9 + 4) ^ k;  //@55
        }
      } else {
        for (int k = 0; k < ITERATIONS; k++) {  //@58
          value = (value * 17 + 8) ^ k;  //@59
        }
      }
    }
  }
  data[i] = value;  //@64
}
