// Numbers below zero take one path and the others the other: too long for a compiler to mask instead of branch.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_long(float* data, unsigned n) {
  unsigned tid = threadIdx.x;  //@10
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@14
  if (i >= n) {  //@15
    return;  //@16
  }
  float x = data[i];  //@18
  for (int k = 0; k < ITERATIONS; k++) {  //@19
    if (x < 0.0f) {  //@20
      x = x - 2.0f;  //@21
      x = -sqrtf(1.0f - x);  //@22
      x = -sqrtf(2.0f - x);  //@23
      x = -sqrtf(3.0f - x);  //@24
      x = -sqrtf(4.0f - x);  //@25
    } else {
      x = sqrtf(x);  //@27
      x = sqrtf(x + 1.0f);  //@28
      x = sqrtf(x + 2.0f);  //@29
      x = sqrtf(x + 3.0f);  //@30
      x = sqrtf(x + 4.0f);  //@31
    }
  }
  data[i] = x;  //@34
}
