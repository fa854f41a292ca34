// The first three warps of a block take a path of their own: each warp walks one.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS, unsigned WARP_WIDTH>
__global__ void divergence_warp_id(int* data, unsigned n) {
  unsigned tid = threadIdx.x;  //@11
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@15
  if (i >= n) {  //@16
    return;  //@17
  }
  int value = data[i];  //@19
  if (tid / WARP_WIDTH > 2) {  //@20
    for (int k = 0; k < ITERATIONS; k++) {  //@21
      value = (value * 5 + 1) ^ k;  //@22
    }
  } else {
    for (int k = 0; k < ITERATIONS; k++) {  //@25
      value = (value * 3 + 7) ^ k;  //@26
    }
  }
  data[i] = value;  //@29
}
