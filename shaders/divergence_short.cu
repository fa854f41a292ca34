// Numbers below zero take one path and the others the other: short enough for a compiler to mask instead of branch.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_short(float* data, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  if (i >= n) {
    return;
  }
  float x = data[i];
  for (int k = 0; k < ITERATIONS; k++) {
    if (x < 0.0f) {
      x = x - 2.0f;
    } else {
      x = sqrtf(x);
    }
  }
  data[i] = x;
}
