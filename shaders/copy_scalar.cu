// Copies one word a lane.
// Launch: one thread per word. input, output: n words.
template <unsigned BLOCK>
__global__ void copy_scalar(const int* __restrict__ input, int* output, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  if (i < n) {
    output[i] = input[i];
  }
}
