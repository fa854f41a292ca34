// Copies four words a lane, which lie as far apart as there are lanes: all loads are under way before the first store.
// Launch: one thread per four words. input, output: n words.
template <unsigned BLOCK>
__global__ void copy_scalar4(const int* __restrict__ input, int* output, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  unsigned lanes = gridDim.x * gridDim.y * BLOCK;
  if (i + 3 * lanes < n) {
    int first = input[i];
    int second = input[i + lanes];
    int third = input[i + 2 * lanes];
    int fourth = input[i + 3 * lanes];
    output[i] = first;
    output[i + lanes] = second;
    output[i + 2 * lanes] = third;
    output[i + 3 * lanes] = fourth;
  } else {
    for (unsigned k = i; k < n; k += lanes) {
      output[k] = input[k];
    }
  }
}
