// One chain of four multiplications and additions a pass: each waits for the one before.
// Launch: one thread per word of results. results: n words; coefficients: 2 words, factor and term.
template <unsigned BLOCK, int ITERATIONS>
__global__ void ilp_1(int* results, const int* __restrict__ coefficients, unsigned n) {
  unsigned tid = threadIdx.x;  //@11
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@15
  if (i >= n) {  //@16
    return;  //@17
  }
  int factor = coefficients[0];  //@19
  int term = coefficients[1];  //@20
  int x = int(i);  //@21
  for (int k = 0; k < ITERATIONS; k++) {  //@22
    x = x * factor + term;  //@23
    x = x * factor + term;  //@24
    x = x * factor + term;  //@25
    x = x * factor + term;  //@26
  }
  results[i] = x;  //@28
}
