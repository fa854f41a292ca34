// A switch on the lane's number: every warp walks all four cases.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_switch(int* data, unsigned n) {
  unsigned tid = threadIdx.x;  //@10
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@14
  if (i >= n) {  //@15
    return;  //@16
  }
  switch (tid % 4) {  //@18
    case 0: {  //@19
      for (int k = 0; k < ITERATIONS; k++) {  //@20
        data[i] = (data[i] * 3 + 1) ^ k;  //@21
      }
      break;
    }
    case 1: {  //@24
      for (int k = 0; k < ITERATIONS; k++) {  //@25
        data[i] = (data[i] * 5 + 2) ^ k;  //@26
      }
      break;
    }
    case 2: {  //@29
      for (int k = 0; k < ITERATIONS; k++) {  //@30
        data[i] = (data[i] * 7 + 3) ^ k;  //@31
      }
      break;
    }
    default: {  //@34
      for (int k = 0; k < ITERATIONS; k++) {  //@35
        data[i] = (data[i] * 9 + 4) ^ k;  //@36
      }
    }
  }
}
