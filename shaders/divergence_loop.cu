// Each lane leaves the loop after another number of iterations: the warp stays until its last lane has left.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS, unsigned WARP_WIDTH>
__global__ void divergence_loop(int* data, unsigned n) {
  unsigned tid = threadIdx.x;  //@11
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@15
  if (i >= n) {  //@16
    return;  //@17
  }
  int turn = int(i % WARP_WIDTH) + 1;  //@19
  int length = ITERATIONS * turn / int(WARP_WIDTH);  //@20
  int value = data[i];  //@21
  for (int k = 0; k < ITERATIONS; k++) {  //@22
    if (k >= length) {  //@23
      break;  //@24
    }
    value = (value * 5 + 1) ^ k;  //@26
  }
  data[i] = value;  //@28
}
