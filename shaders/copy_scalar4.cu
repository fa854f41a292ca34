// Copies four words a lane, which lie as far apart as there are lanes: all loads are under way before the first store.
// Launch: one thread per four words. input, output: n words.
template <unsigned BLOCK>
__global__ void copy_scalar4(const int* __restrict__ input, int* output, unsigned n) {  //@14
  unsigned tid = threadIdx.x;  //@10
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@15
  unsigned lanes = gridDim.x * gridDim.y * BLOCK;  //@16
  if (i + 3 * lanes < n) {  //@17
    int first = input[i];  //@18
    int second = input[i + lanes];  //@19
    int third = input[i + 2 * lanes];  //@20
    int fourth = input[i + 3 * lanes];  //@21
    output[i] = first;  //@22
    output[i + lanes] = second;  //@23
    output[i + 2 * lanes] = third;  //@24
    output[i + 3 * lanes] = fourth;  //@25
  } else {
    for (unsigned k = i; k < n; k += lanes) {  //@27
      output[k] = input[k];  //@28
    }
  }
}
