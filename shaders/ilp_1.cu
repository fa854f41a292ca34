// One chain of four multiplications and additions a pass: each waits for the one before.
// Launch: one thread per word of results. results: n words; coefficients: 2 words, factor and term.
template <unsigned BLOCK, int ITERATIONS>
__global__ void ilp_1(float* results, const float* __restrict__ coefficients, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  if (i >= n) {
    return;
  }
  float factor = coefficients[0];
  float term = coefficients[1];
  float x = float(tid);
  for (int k = 0; k < ITERATIONS; k++) {
    x = x * factor + term;
    x = x * factor + term;
    x = x * factor + term;
    x = x * factor + term;
  }
  results[i] = x;
}
