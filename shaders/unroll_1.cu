// a = b + c in a loop, one element a pass.
// Launch: one thread per PER_LANE elements, which lie as far apart as there are threads. a, b, c: n words.
template <unsigned BLOCK, unsigned PER_LANE>
__global__ void unroll_1(int* a, const int* __restrict__ b, const int* __restrict__ c, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned lanes = gridDim.x * gridDim.y * BLOCK;
  unsigned end = min(lanes * PER_LANE, n);
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  for (; i < end; i += lanes) {
    a[i] = b[i] + c[i];
  }
}
