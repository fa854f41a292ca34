// A condition with else: a warp whose lanes disagree walks both paths.
// Launch: one thread per element. data: n words, each becomes the sum of its steps that are 10, less the others.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_if_else(int* data, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  if (i >= n) {
    return;
  }
  int x = data[i];
  int count = 0;
  for (int k = 0; k < ITERATIONS; k++) {
    x = (x * 5 + 1) & 15;
    if (x == 10) {
      count += x;
    } else {
      count -= x;
    }
  }
  data[i] = count;
}
