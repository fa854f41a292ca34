// Numbers below zero take one path and the others the other: short enough for a compiler to mask instead of branch.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_short(float* data, unsigned n) {
  unsigned tid = threadIdx.x;  //@10
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@14
  if (i >= n) {  //@15
    return;  //@16
  }
  float x = data[i];  //@18
  for (int k = 0; k < ITERATIONS; k++) {  //@19
    if (x < 0.0f) {  //@20
      x = x - 2.0f;  //@21
    } else {
      x = sqrtf(x);  //@23
    }
  }
  data[i] = x;  //@26
}
