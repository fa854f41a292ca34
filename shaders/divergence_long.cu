// Numbers below zero take one path and the others the other: too long for a compiler to mask instead of branch.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_long(float* data, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  if (i >= n) {
    return;
  }
  float x = data[i];
  for (int k = 0; k < ITERATIONS; k++) {
    if (x < 0.0f) {
      x = x - 2.0f;
      x = -sqrtf(1.0f - x);
      x = -sqrtf(2.0f - x);
      x = -sqrtf(3.0f - x);
      x = -sqrtf(4.0f - x);
    } else {
      x = sqrtf(x);
      x = sqrtf(x + 1.0f);
      x = sqrtf(x + 2.0f);
      x = sqrtf(x + 3.0f);
      x = sqrtf(x + 4.0f);
    }
  }
  data[i] = x;
}
