// One condition on a bit of the lane's number: every warp walks two paths.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_nested1(int* data, unsigned n) {
  unsigned tid = threadIdx.x;  //@10
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@14
  if (i >= n) {  //@15
    return;  //@16
  }
  int value = data[i];  //@18
  if ((tid & 1) == 0) {  //@19
    for (int k = 0; k < ITERATIONS; k++) {  //@20
      value = (value * 3 + 1) ^ k;  //@21
    }
  } else {
    for (int k = 0; k < ITERATIONS; k++) {  //@24
      value = (value * 5 + 2) ^ k;  //@25
    }
  }
  data[i] = value;  //@28
}
