// Four chains of one multiplication and addition a pass: none waits for another.
// Launch: one thread per word of results. results: n words; coefficients: 2 words, factor and term.
template <unsigned BLOCK, int ITERATIONS>
__global__ void ilp_4(int* results, const int* __restrict__ coefficients, unsigned n) {
  unsigned tid = threadIdx.x;  //@11
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@15
  if (i >= n) {  //@16
    return;  //@17
  }
  int factor = coefficients[0];  //@19
  int term = coefficients[1];  //@20
  int x = int(i);  //@21
  int y = int(i) + 1;  //@22
  int z = int(i) + 2;  //@23
  int w = int(i) + 3;  //@24
  for (int k = 0; k < ITERATIONS; k++) {  //@25
    x = x * factor + term;  //@26
    y = y * factor + term;  //@27
    z = z * factor + term;  //@28
    w = w * factor + term;  //@29
  }
  results[i] = x ^ y ^ z ^ w;  //@31
}
