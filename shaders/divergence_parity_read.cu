// Even and odd lanes take different paths, in loops whose length is read from memory: no compiler knows that they end.
// Launch: one thread per element. data: n words, changed in place; iterations: 1 word.
template <unsigned BLOCK>
__global__ void divergence_parity_read(int* data, const int* __restrict__ iterations, unsigned n) {
  unsigned tid = threadIdx.x;  //@10
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@14
  if (i >= n) {  //@15
    return;  //@16
  }
  int last = iterations[0];  //@18
  int value = data[i];  //@19
  if (i % 2 == 0) {  //@20
    for (int k = 0; k < last; k++) {  //@21
      value = (value * 5 + 1) ^ k;  //@22
    }
  } else {
    for (int k = 0; k < last; k++) {  //@25
      value = (value * 3 + 7) ^ k;  //@26
    }
  }
  data[i] = value;  //@29
}
