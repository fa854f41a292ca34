// One condition on a bit of the lane's number: every warp walks two paths.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_nested1(int* data, unsigned n) {
  unsigned tid = threadIdx.x;  //@10
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@14
  if (i >= n) {  //@15
    return;  //@16
  }
  if ((tid & 1) == 0) {  //@18
    for (int k = 0; k < ITERATIONS; k++) {  //@19
      data[i] = (data[i] * 3 + 1) ^ k;  //@20
    }
  } else {
    for (int k = 0; k < ITERATIONS; k++) {  //@23
      data[i] = (data[i] * 5 + 2) ^ k;  //@24
    }
  }
}
