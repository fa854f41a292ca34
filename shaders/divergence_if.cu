// A condition without else: lanes that do not meet it wait, and there is no second path.
// Launch: one thread per element. data: n words, each becomes the sum of its steps that are 10.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_if(int* data, unsigned n) {
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
    }
  }
  data[i] = count;
}
