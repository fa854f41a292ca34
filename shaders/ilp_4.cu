// Four chains of one multiplication and addition a pass: none waits for another.
// Launch: one thread per word of results. results: n words; coefficients: 2 words, factor and term.
template <unsigned BLOCK, int ITERATIONS>
__global__ void ilp_4(float* results, const float* __restrict__ coefficients, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  if (i >= n) {
    return;
  }
  float factor = coefficients[0];
  float term = coefficients[1];
  float x = float(tid);
  float y = float(tid) + 1.0f;
  float z = float(tid) + 2.0f;
  float w = float(tid) + 3.0f;
  for (int k = 0; k < ITERATIONS; k++) {
    x = x * factor + term;
    y = y * factor + term;
    z = z * factor + term;
    w = w * factor + term;
  }
  results[i] = x + y + z + w;
}
