// Each lane leaves the loop after another number of iterations: the warp stays until its last lane has left.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS, unsigned WARP_WIDTH>
__global__ void divergence_loop(int* data, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  if (i >= n) {
    return;
  }
  int turn = int(i % WARP_WIDTH) + 1;
  int length = ITERATIONS * turn / int(WARP_WIDTH);
  unsigned value = data[i];
  for (int k = 0; k < ITERATIONS; k++) {
    if (k >= length) {
      break;
    }
    value = (value * 5 + 1) ^ k;
  }
  data[i] = value;
}
