// Even and odd lanes take different paths, in loops whose length is read from memory: no compiler knows that they end.
// Launch: one thread per element. data: n words, changed in place; iterations: 1 word.
template <unsigned BLOCK>
__global__ void divergence_parity_read(int* data, const int* __restrict__ iterations, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  if (i >= n) {
    return;
  }
  int last = iterations[0];
  unsigned value = data[i];
  if (i % 2 == 0) {
    for (int k = 0; k < last; k++) {
      value = (value * 5 + 1) ^ k;
    }
  } else {
    for (int k = 0; k < last; k++) {
      value = (value * 3 + 7) ^ k;
    }
  }
  data[i] = value;
}
