// A condition on a value that all lanes share: no warp diverges.
// Launch: one thread per element. data: n words, each becomes the sum of its steps, or less that. mode: one word.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_case(int* data, const unsigned* __restrict__ mode, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  if (i >= n) {
    return;
  }
  int x = data[i];
  int count = 0;
  for (int k = 0; k < ITERATIONS; k++) {
    x = (x * 5 + 1) & 15;
    if (mode[0] == 10) {
      count += x;
    } else {
      count -= x;
    }
  }
  data[i] = count;
}
