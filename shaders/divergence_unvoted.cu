// Each lane takes the cheap path if it can: a mixed warp walks both.
// Launch: one thread per element. data: n words, each becomes the sum of its distances to 0 ... ITERATIONS - 1 (even).
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_unvoted(int* data, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  int x = ITERATIONS;
  if (i < n) {
    x = data[i];
  }
  bool cheap = x >= ITERATIONS;
  int sum = 0;
  if (cheap) {
    for (int k = 0; k < ITERATIONS; k += 2) {
      sum += 2 * (x - k) - 1;
    }
  } else {
    for (int k = 0; k < ITERATIONS; k++) {
      sum += abs(x - k);
    }
  }
  if (i < n) {
    data[i] = sum;
  }
}
