// Each lane takes the cheap path if it can: a mixed warp walks both.
// Launch: one thread per element. data: n words, each becomes the sum of its distances to 0 ... ITERATIONS - 1 (even).
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_unvoted(int* data, unsigned n) {  //@14
  unsigned tid = threadIdx.x;  //@10
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@15
  int x = ITERATIONS;  //@17
  if (i < n) {  //@18
    x = data[i];  //@19
  }
  bool cheap = x >= ITERATIONS;  //@21
  int sum = 0;  //@22
  if (cheap) {  //@23
    for (int k = 0; k < ITERATIONS; k += 2) {  //@25
      sum += 2 * (x - k) - 1;  //@26
    }
  } else {
    for (int k = 0; k < ITERATIONS; k++) {  //@29
      sum += abs(x - k);  //@30
    }
  }
  if (i < n) {  //@33
    data[i] = sum;  //@34
  }
}
