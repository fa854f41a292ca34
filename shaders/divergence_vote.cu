// A warp takes the cheap path only if all of its lanes vote for it: no warp walks both.
// Launch: one thread per element. data: n words, each becomes the sum of its distances to 0 ... ITERATIONS - 1 (even).
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_vote(int* data, unsigned n) {  //@16
  unsigned tid = threadIdx.x;  //@12
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@17
  int x = ITERATIONS;  //@19
  if (i < n) {  //@20
    x = data[i];  //@21
  }
  bool cheap = __all_sync(0xffffffff, x >= ITERATIONS);  //@23
  int sum = 0;  //@24
  if (cheap) {  //@25
    for (int k = 0; k < ITERATIONS; k += 2) {  //@27
      sum += 2 * (x - k) - 1;  //@28
    }
  } else {
    for (int k = 0; k < ITERATIONS; k++) {  //@31
      sum += abs(x - k);  //@32
    }
  }
  if (i < n) {  //@35
    data[i] = sum;  //@36
  }
}
