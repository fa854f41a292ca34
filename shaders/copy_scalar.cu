// Copies one word a lane.
// Launch: one thread per word. input, output: n words.
template <unsigned BLOCK>
__global__ void copy_scalar(const int* __restrict__ input, int* output, unsigned n) {  //@14
  unsigned tid = threadIdx.x;  //@10
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@15
  if (i < n) {  //@16
    output[i] = input[i];  //@17
  }
}
