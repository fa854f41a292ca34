// One chain of four multiplications and additions a pass: each waits for the one before.
// Launch: one thread per word of results. results: n words; coefficients: 2 words, factor and term.
template <unsigned BLOCK, int ITERATIONS>
__global__ void ilp_1(float* results, const float* __restrict__ coefficients, unsigned n) {
  unsigned tid = threadIdx.x;  //@11
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@15
  if (i >= n) {  //@16
    return;  //@17
  }
  float factor = coefficients[0];  //@19
  float term = coefficients[1];  //@20
  float x = float(tid);  //@21
  for (int k = 0; k < ITERATIONS; k++) {  //@22
    x = x * factor + term;  //@23
    x = x * factor + term;  //@24
    x = x * factor + term;  //@25
    x = x * factor + term;  //@26
  }
  results[i] = x;  //@28
}
