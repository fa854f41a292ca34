// A switch on the lane's number: every warp walks all four cases.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_switch(int* data, unsigned n) {
  unsigned tid = threadIdx.x;  //@10
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@14
  if (i >= n) {  //@15
    return;  //@16
  }
  int value = data[i];  //@18
  switch (tid % 4) {  //@19
    case 0: {  //@20
      for (int k = 0; k < ITERATIONS; k++) {  //@21
        value = (value * 3 + 1) ^ k;  //@22
      }
      break;
    }
    case 1: {  //@25
      for (int k = 0; k < ITERATIONS; k++) {  //@26
        value = (value * 5 + 2) ^ k;  //@27
      }
      break;
    }
    case 2: {  //@30
      for (int k = 0; k < ITERATIONS; k++) {  //@31
        value = (value * 7 + 3) ^ k;  //@32
      }
      break;
    }
    default: {  //@35
      for (int k = 0; k < ITERATIONS; k++) {  //@36
        value = (value * 9 + 4) ^ k;  //@37
      }
    }
  }
  data[i] = value;  //@41
}
