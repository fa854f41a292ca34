// Four chains of one multiplication and addition a pass: none waits for another.
// Launch: one thread per word of results. results: n words; coefficients: 2 words, factor and term.
template <unsigned BLOCK, int ITERATIONS>
__global__ void ilp_4(float* results, const float* __restrict__ coefficients, unsigned n) {
  unsigned tid = threadIdx.x;  //@11
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@15
  if (i >= n) {  //@16
    return;  //@17
  }
  float factor = coefficients[0];  //@19
  float term = coefficients[1];  //@20
  float x = float(tid);  //@21
  float y = float(tid) + 1.0f;  //@22
  float z = float(tid) + 2.0f;  //@23
  float w = float(tid) + 3.0f;  //@24
  for (int k = 0; k < ITERATIONS; k++) {  //@25
    x = x * factor + term;  //@26
    y = y * factor + term;  //@27
    z = z * factor + term;  //@28
    w = w * factor + term;  //@29
  }
  results[i] = x + y + z + w;  //@31
}
