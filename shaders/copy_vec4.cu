// Copies four neighboring words a lane, in one load and one store.
// Launch: one thread per four words. input, output: n times four words.
template <unsigned BLOCK>
__global__ void copy_vec4(const int4* __restrict__ input, int4* output, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  if (i < n) {
    output[i] = input[i];
  }
}
