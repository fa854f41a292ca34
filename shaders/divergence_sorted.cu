// The elements are handed out sorted by kind: nearly every warp walks one path.
// Launch: one thread per element. kind: n words, 0 cheap, 1 expensive; data: n words, changed in place; order: n indices, sorted by kind.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_sorted(const unsigned* __restrict__ kind, int* data, const unsigned* __restrict__ order, unsigned n) {
  unsigned tid = threadIdx.x;  //@12
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@16
  if (i >= n) {  //@17
    return;  //@18
  }
  unsigned element = order[i];  //@20
  int value = data[element];  //@21
  if (kind[element] == 0) {  //@22
    value = value * 5 + 1;  //@23
  } else {
    for (int k = 0; k < ITERATIONS; k++) {  //@25
      value = (value * 3 + 7) ^ k;  //@26
    }
  }
  data[element] = value;  //@29
}
