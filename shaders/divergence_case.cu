// A condition on a value that all lanes share: no warp diverges.
// Launch: one thread per element. data: n words, each becomes the sum of its steps, or less that. mode: one word.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_case(int* data, const unsigned* __restrict__ mode, unsigned n) {
  unsigned tid = threadIdx.x;  //@11
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@15
  if (i >= n) {  //@16
    return;  //@17
  }
  int x = data[i];  //@19
  int count = 0;  //@20
  for (int k = 0; k < ITERATIONS; k++) {  //@21
    x = (x * 5 + 1) & 15;  //@22
    if (mode[0] == 10) {  //@23
      count += x;  //@24
    } else {
      count -= x;  //@26
    }
  }
  data[i] = count;  //@29
}
