// Each lane takes the cheap path if it can: a mixed warp walks both.
// Launch: one thread per element. data: n words, each replaced by the sum of its distances to 0, 1, ... ITERATIONS - 1.
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
    sum = ITERATIONS * x - ITERATIONS * (ITERATIONS - 1) / 2;  //@24
  } else {
    for (int k = 0; k < ITERATIONS; k++) {  //@26
      sum += abs(x - k);  //@27
    }
  }
  if (i < n) {  //@30
    data[i] = sum;  //@31
  }
}
